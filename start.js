// Starts the page. A file of its own, because the policy in index.html allows no inline script;
// Trunk writes the names of the built files into the tag.
const { js, wasm } = document.getElementById("start").dataset;
try {
  const { default: start } = await import(new URL(js, document.baseURI));
  await start({ module_or_path: new URL(wasm, document.baseURI) });
} catch (error) {
  const words = document.createElement("p");
  words.setAttribute("role", "alert");
  words.textContent =
    "Scoredrop could not start in this browser. It needs WebAssembly: use a current Firefox, " +
    `Chrome, Edge or Safari, or reload the page. (${error})`;
  document.body.prepend(words);
  throw error;
}
