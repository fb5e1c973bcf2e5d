export * from "./slim.js";
