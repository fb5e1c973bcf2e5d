// The inside of the runner's frame: starts workers, hands them one sample after the other, and ends them.
// runner.js is the other side and tells what is said between the two.
//
// The frame does not start unless its origin is opaque, and it takes away its own ability to load
// anything before it starts a worker. The workers, which are started from memory, inherit both.
(() => {
  "use strict";

  const POLICY =
    "default-src 'none'; script-src blob: 'wasm-unsafe-eval'; worker-src blob:; connect-src 'none'; " +
    "base-uri 'none'; form-action 'none'";

  // A worker that does not begin a sample in this time is taken to be stuck in the one before.
  const PATIENCE_MILLISECONDS = 5000;
  const THREADS = /^\s*(?:import|from)\b.*\b(?:threading|_thread|concurrent)\b/m;
  const CACHE = /\b(lru_)?cache\b/;
  const MOST_LANES = 16;
  const MOST_FAILED_STARTS = 3;

  const words = (error) => error?.message ?? String(error);

  /** Loads what workers are made of, which nobody needs who runs no programs. */
  function load(name) {
    const tag = document.createElement("script");
    tag.src = name;
    document.head.append(tag);
    return new Promise((done, failed) => {
      tag.onload = done;
      tag.onerror = () => failed(`${name} did not arrive`);
    });
  }

  /** Resolves if the frame, and a worker of it, can load neither from an address nor over a network. */
  async function seal() {
    const meta = document.createElement("meta");
    meta.httpEquiv = "Content-Security-Policy";
    meta.content = POLICY;
    document.head.append(meta);
    // The first policy allows the script, the second does not: refused is proof of the second. In
    // inline.html the page's policy allows what is fetched, and the frame's own does not. Neither outcome
    // touches a network.
    const trial = new Blob([
      "let open = true; try { importScripts('data:text/javascript,') } catch { open = false }" +
        "fetch('data:,').then(() => true, () => open).then(postMessage)",
    ]);
    const worker = new Worker(URL.createObjectURL(trial));
    const open = await new Promise((done, failed) => {
      worker.onmessage = ({ data }) => done(data);
      worker.onerror = () => failed("this browser starts no worker in a sandbox");
    });
    worker.terminate();
    if (open) throw "this browser does not enforce the runner's content policy";
  }

  /** A clock in a worker of its own: browsers slow down those of frames that nobody sees. */
  function clock() {
    const source =
      "const t = {}; onmessage = ({ data: [id, ms] }) => { clearTimeout(t[id]); delete t[id];" +
      "if (ms !== null) t[id] = setTimeout(() => { delete t[id]; postMessage(id) }, ms) }";
    const worker = new Worker(URL.createObjectURL(new Blob([source])));
    const due = new Map();
    let last = 0;
    worker.onmessage = ({ data: id }) => {
      const act = due.get(id);
      due.delete(id);
      act?.();
    };
    return {
      set(milliseconds, act) {
        const id = (last += 1);
        due.set(id, act);
        worker.postMessage([id, milliseconds]);
        return () => {
          if (due.delete(id)) worker.postMessage([id, null]);
        };
      },
      end: () => worker.terminate(),
    };
  }

  async function unpacked(chunks) {
    const bytes = chunks.map((chunk) => (typeof chunk === "string" ? base64(chunk) : chunk));
    const stream = new Blob(bytes).stream().pipeThrough(new DecompressionStream("gzip"));
    const all = new Uint8Array(await new Response(stream).arrayBuffer());
    const end = all.indexOf(10);
    const { info, files } = JSON.parse(new TextDecoder().decode(all.subarray(0, end)));
    const found = { info };
    let at = end + 1;
    for (const [name, size] of files) {
      found[name] = all.slice(at, at + size);
      at += size;
    }
    return found;
  }

  function base64(text) {
    if (Uint8Array.fromBase64) return Uint8Array.fromBase64(text);
    const binary = atob(text);
    const bytes = new Uint8Array(binary.length);
    for (let index = 0; index < binary.length; index += 1) bytes[index] = binary.charCodeAt(index);
    return bytes;
  }

  let script;

  function worker(content, heard, failed) {
    const { port1, port2 } = new MessageChannel();
    const made = new Worker(script);
    made.onerror = (event) => {
      event.preventDefault();
      failed(event.message ?? event.type);
    };
    port1.onmessage = ({ data }) => heard(data);
    made.postMessage(content, [port2]);
    return {
      send: (message) => port1.postMessage(message),
      end() {
        made.onerror = port1.onmessage = null;
        port1.close();
        made.terminate();
      },
    };
  }

  async function open(port, { chunks, lanes: wanted, spare, idle }) {
    const lanes = Math.min(Math.max(1, wanted), MOST_LANES);
    const say = (message) => port.postMessage(message);
    say({ progress: "unpacking" });
    const all = await unpacked(chunks);
    const { info, "pyodide.asm.wasm": wasm, ...files } = all;
    say({ progress: "compiling" });
    const module = await WebAssembly.compile(wasm);
    say({ progress: "starting" });
    const { snapshot, python, slower } = await new Promise((done, failed) => {
      const first = worker(
        { info, files, module, harness: HARNESS },
        (message) => {
          first.end();
          if (message.broken) failed(message.broken);
          else done(message);
        },
        failed,
      );
    });
    // Imported from the snapshot, so the archive of modules is read by the interpreter alone.
    const content = { info, files, module, snapshot };
    const time = clock();
    const queue = [];
    const team = new Set();
    const counts = { samples: 0, restarts: 0, restored: 0 };
    let failedStarts = 0;
    let ended = false;
    let resting = false;
    let busyAgain = () => {};

    /** A worker that waits for samples, or runs one. */
    function hire() {
      const one = { job: null, ready: false, known: null, stop: () => {}, runs: 0 };
      one.worker = worker(content, (message) => hear(one, message), (why) => broke(one, why));
      team.add(one);
    }

    function dismiss(one) {
      one.stop();
      one.worker.end();
      team.delete(one);
    }

    /** Ends the workers once nothing was run for a while: each of them holds more than a hundred megabytes. */
    function rest() {
      busyAgain();
      if (ended || queue.length > 0 || [...team].some((one) => one.job)) return;
      busyAgain = time.set(idle, () => {
        resting = true;
        for (const one of [...team]) dismiss(one);
      });
    }

    /** As many workers as there are lanes, and those that stand by. */
    function fill() {
      if (ended || resting) return;
      while (team.size < lanes + spare) hire();
      const idle = [...team].filter((one) => one.ready && !one.job);
      let running = [...team].filter((one) => one.job).length;
      while (queue.length > 0 && idle.length > 0 && running < lanes) {
        // One that has run before: the new ones are for samples that need them.
        const next = queue.shift();
        const at = next.fresh ? idle.findIndex((one) => one.runs === 0) : idle.findIndex((one) => one.runs > 0);
        if (next.fresh && at < 0) {
          queue.unshift(next);
          dismiss(idle.pop());
          hire();
          return;
        }
        const [one] = idle.splice(Math.max(at, 0), 1);
        give(one, next);
        running += 1;
      }
    }

    function give(one, job) {
      // Of one that is run beside its test, what it is if it does not pass there.
      const known = job.first && job.first.verdict !== "passed" ? job.first : null;
      Object.assign(one, { job, known, test: undefined, slow: undefined });
      one.worker.send(job);
      one.stop = time.set(PATIENCE_MILLISECONDS, () => {
        // It never began: something of the sample before still runs in there.
        one.job = null;
        queue.unshift(job);
        replace(one);
      });
    }

    function limit(one) {
      one.stop();
      const { job } = one;
      one.stop = time.set(job.wall, () => {
        const late = {
          verdict: "timeout",
          detail: `it did not end within ${job.wall / 1000} s${one.slow ? `; ${one.slow} crossed to the program, which takes time` : ""}`,
          test: one.test,
          memory: null,
          // The interpreter can no longer be asked. Where threads wait for each other, what is missing
          // here may be what they wait for.
          ...(THREADS.test(job.program.join("\n")) && { emulated: "threads" }),
        };
        const answer = { ...(one.known ?? late), ms: Math.max(job.wall, performance.now() - one.since) };
        if (one.slow && !job.first && job.isolation !== "strict") repeat(one, { ...job, first: answer, why: one.slow });
        else finish(one, answer);
        replace(one);
      });
    }

    function hear(one, message) {
      const { job } = one;
      if (message.broken) broke(one, message.broken);
      else if (message.ready) {
        one.ready = true;
        failedStarts = 0;
        fill();
      } else if (!job || (message.id ?? message.started) !== job.id) return;
      else if (message.started !== undefined) {
        one.since = performance.now();
        limit(one);
      } else if (message.test !== undefined) {
        one.test = message.test;
        one.since = performance.now();
        limit(one);
      } else if (message.known !== undefined) one.known = message.known;
      else if (message.slow !== undefined) one.slow = message.slow;
      else if (message.answer) {
        const { fit, trap, why, ...answer } = message.answer;
        one.stop();
        one.runs += 1;
        if (answer.verdict === "interpreter_limit" && !job.deep && CACHE.test(job.program.join("\n"))) {
          // With a cache that is slower and takes no stack.
          repeat(one, { ...job, deep: true });
        } else if (why) repeat(one, { ...job, first: answer, why });
        else finish(one, answer);
        if (fit && !job.fresh) {
          counts.restored += 1;
          fill();
        } else replace(one);
      }
    }

    /** Runs a sample once more, in another worker or in one that is as it was. */
    function repeat(one, job) {
      one.job = null;
      queue.unshift(job);
    }

    function finish(one, answer) {
      const { job } = one;
      one.job = null;
      if (job.first) answer.ms += job.first.ms;
      counts.samples += 1;
      say({ id: job.id, answer });
      rest();
    }

    function replace(one) {
      counts.restarts += 1;
      dismiss(one);
      fill();
    }

    function broke(one, why) {
      const { job } = one;
      if (job) finish(one, { ms: 0, memory: null, ...(one.known ?? { verdict: "crash", detail: `the worker ended: ${words(why)}` }) });
      else failedStarts += 1;
      if (failedStarts < MOST_FAILED_STARTS) replace(one);
      else {
        dismiss(one);
        say({ failed: `the interpreter does not start: ${words(why)}` });
      }
    }

    const orders = {
      run: (job) => {
        busyAgain();
        resting = false;
        queue.push(job);
        fill();
      },
      cancel: (ids) => {
        const named = ids && new Set(ids);
        const meant = (job) => !named || named.has(job.id);
        for (const job of queue.splice(0)) if (!meant(job)) queue.push(job);
        for (const one of [...team]) if (one.job && meant(one.job)) replace(one);
        fill();
        rest();
      },
      counts: () => say({ counts: { ...counts, workers: team.size } }),
      dispose: () => {
        ended = true;
        for (const one of [...team]) dismiss(one);
        time.end();
        port.close();
      },
    };
    port.onmessage = ({ data: [order, content] }) => orders[order]?.(content);
    fill();
    rest();
    say({ ready: { python, slower } });
  }

  async function begin(port, order) {
    port.postMessage({ progress: "loading" });
    if (self.origin !== "null" || parent === self) {
      throw "the runner is not in a sandbox, and without one it runs nothing";
    }
    // In inline.html they stand before this.
    if (typeof sandbox === "undefined") await Promise.all(["harness.js", "worker.js"].map(load));
    await seal();
    script = URL.createObjectURL(new Blob([`(${sandbox})()`], { type: "text/javascript" }));
    await open(port, order);
  }

  addEventListener("message", function hear({ source, data, ports: [port] }) {
    if (source !== parent || !port) return;
    if (data === "there?") {
      port.postMessage(true);
      return;
    }
    removeEventListener("message", hear);
    begin(port, data).catch((error) => port.postMessage({ failed: words(error) }));
  });
})();
