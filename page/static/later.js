// Loads parts of the page that it can no longer load itself, because it is sealed. It is told names
// and nothing else, knows which there are, and passes on what they hold. A script is the only thing
// that a sandbox without an origin may load from a host that sends no headers, so parts are scripts
// that call `later`.
const PYTHON = Array.from({ length: 24 }, (_, part) => `python/${part}`);
const PARTS = ["samples", ...PYTHON];

const say = (message) => parent.postMessage(message, "*");

function later(part, content) {
  say({ part, content });
}

addEventListener("message", ({ source, data: part }) => {
  if (source !== parent || !PARTS.includes(part)) return;
  const script = document.createElement("script");
  script.src = `${part}.later.js`;
  script.onerror = () => say({ part, error: `${script.src} did not load` });
  document.head.append(script);
});
