// Stands behind the glue script of every worker (cargo xtask puts it there). The first message is the compiled module,
// and how many workers may work at once; what comes before it has started waits its turn.
const waiting = [];
let module;
let cores;
self.onmessage = ({ data }) => {
  self.onmessage = (event) => waiting.push(event);
  ({ module, cores = 1 } = data);
  const end = (error) =>
    postMessage([0, `{"panic":{"message":${JSON.stringify(String(error))}}}`]);
  // The worker has to have inherited the seal; the page explains this trial in boot.js.
  fetch("data:,").then(
    () => end("the worker is not sealed"),
    () => {
      try {
        wasm_bindgen.initSync({ module });
        for (const event of waiting) self.onmessage(event);
      } catch (error) {
        end(error);
      }
    },
  );
};
const workersAtOnce = () => cores;
// Another worker of the same kind, for this one to share its work with. It has no others of its own.
function startMate(heard, failed) {
  const mate = new Worker(location.href);
  mate.onmessage = ({ data }) => heard(data);
  mate.onerror = (event) => {
    event.preventDefault();
    failed();
  };
  mate.postMessage({ module });
  return mate;
}
// Has bytes of a file read meanwhile. What goes wrong with them afterwards is told as any other error is.
const fetchBytes = (file, start, end, then) =>
  file
    .slice(start, end)
    .arrayBuffer()
    .then(then, () => then())
    .catch(reportError);
