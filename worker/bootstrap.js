// Stands behind the glue script of every worker (cargo xtask puts it there). The first message is the compiled module;
// what comes before it has started and is known to be sealed waits its turn.
const waiting = [];
let module;
self.onmessage = ({ data }) => {
  self.onmessage = (event) => waiting.push(event);
  ({ module } = data);
  const { lock } = data;
  // Held for as long as the worker lives, so that the page hears of its end whatever ended it. A lock that
  // somebody else holds is not waited for: such a worker is watched by nobody.
  if (lock && navigator.locks) {
    navigator.locks.request(lock, { ifAvailable: true }, () => {
      begin();
      return new Promise(() => {});
    });
  } else begin();
};

function begin() {
  const end = (error) => postMessage([0, "panic", String(error)]);
  const early = waiting.splice(0);
  try {
    wasm_bindgen.initSync({ module });
  } catch (error) {
    return end(error);
  }
  const scorer = self.onmessage;
  const answer = () => {
    self.onmessage = scorer;
    for (const event of waiting) scorer(event);
  };
  // Before it is asked anything the worker has to have inherited the seal; boot.js explains this trial.
  self.onmessage = (event) => {
    if (waiting.push(event) > 1) return;
    fetch("data:,").then(() => end("the worker is not sealed"), answer);
  };
  for (const event of early) self.onmessage(event);
}
