"use strict";
// The replay engine of the page: a WebAssembly module without imports, compressed with LZMA and stored in base64.
// Requests are lines of text, and answers are JSON. The frames of a replay equal the frames of the command bit for bit.
class Engine {
  // Opens the engine in `packed`, a text in base64. If the engine cannot be opened, the result is an engine that
  // answers every request with an error and has the reason in `trouble`.
  static async open(packed = document.getElementById("engine")?.textContent ?? "") {
    const engine = new Engine();
    try {
      if (!packed?.trim()) throw new Error("this build of flickbook has no engine for pages");
      const bytes = Uint8Array.from(atob(packed.trim()), (letter) => letter.charCodeAt(0));
      engine.module = await WebAssembly.compile(Engine.unpacked(bytes));
      engine.instance = await WebAssembly.instantiate(engine.module, {});
    } catch (error) {
      engine.trouble = `${error?.message ?? error}`;
    }
    return engine;
  }

  constructor() {
    this.module = null;
    this.instance = null;
    this.trouble = null;
    // The requests that stored recordings in the engine, by the name of the recording; a restart repeats them.
    this.kept = new Map();
    // Called with a message after the engine has stopped, whether or not it could be restarted.
    this.onrestart = null;
  }

  // Returns a second engine of the same module, without recordings; null if it cannot be created.
  another() {
    const other = new Engine();
    try {
      other.module = this.module;
      other.instance = new WebAssembly.Instance(this.module, {});
    } catch (error) {
      return null;
    }
    return other;
  }

  get isThere() { return this.instance !== null; }

  // Sends a request, a text or a list of lines, and returns the answer as an object. If the request fails, the object
  // has an `error` with the parts `where`, `found` and `next` of a message.
  ask(request) {
    const text = Array.isArray(request) ? request.join("\n") : request;
    const bytes = this.#call("ask", text);
    if (bytes.error) return bytes;
    const answer = JSON.parse(new TextDecoder().decode(bytes));
    const [, verb, name] = /^(\S+) ?(.*)/.exec(text) ?? [];
    if (!answer.error && verb === "recording") this.kept.set(name, text);
    if (!answer.error && verb === "forget") this.kept.delete(name);
    return answer;
  }

  // Returns the bytes of a file of the last replay, such as frames.jsonl; null if there is no such file.
  file(name) {
    const bytes = this.#call("file", name);
    return bytes?.error ? null : bytes;
  }

  // Calls the function `name` of the module with a text. Returns the bytes of the answer, null if there is no answer,
  // or an object with an `error`.
  #call(name, text) {
    if (!this.isThere) {
      return Engine.#error("the engine of this page", this.trouble ?? "the engine is missing",
        "the page can still play its runs");
    }
    try {
      const module = this.instance.exports, bytes = new TextEncoder().encode(text);
      const request = module.allocate(bytes.length) >>> 0;
      new Uint8Array(module.memory.buffer).set(bytes, request);
      const length = module[name](request, bytes.length);
      module.release(request);
      if (length < 0) return null;
      const start = module.output() >>> 0;
      return new Uint8Array(module.memory.buffer).slice(start, start + length);
    } catch (error) {
      return this.#restart(`${error?.message ?? error}`);
    }
  }

  // Starts a new instance of the engine with the same recordings, because a module cannot continue after a trap.
  // Returns an error with `reason`, the message of the trap.
  #restart(reason) {
    try {
      this.instance = new WebAssembly.Instance(this.module, {});
      const kept = [...this.kept.values()];
      this.kept.clear();
      for (const text of kept) this.ask(text);
    } catch (error) {
      this.instance = null;
      this.trouble = `${error?.message ?? error}`;
    }
    const answer = Engine.#error("the engine of this page", `the engine stopped (${reason})`,
      this.isThere ? "the engine was restarted; try other settings" : "open the page again");
    this.onrestart?.(`${answer.error.where}: ${answer.error.found}; ${answer.error.next}.`);
    return answer;
  }

  static #error(where, found, next) { return { error: { where, found, next } }; }

  // Returns the SHA-256 digest of bytes in hexadecimal. Browsers provide digests only to pages from a disk or over
  // HTTPS.
  static async digest(bytes) {
    const digest = await crypto.subtle.digest("SHA-256", bytes);
    return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
  }

  // Decompresses an LZMA file, as xz writes it with --format=lzma. Browsers can decompress only gzip, with which the
  // engine would need 50 % more bytes.
  // Source: Pavlov, "LZMA specification" (public domain), for the range coder, the states and the distances.
  static unpacked(bytes) {
    const wrong = () => new Error("the bytes of the engine are incomplete or damaged");
    if (bytes.length < 18 || bytes[0] >= 225 || bytes[13] !== 0) throw wrong();
    const lc = bytes[0] % 9, lp = Math.floor(bytes[0] / 9) % 5, pb = Math.floor(bytes[0] / 45);
    let out = new Uint8Array(1 << 22), size = 0, place = 18, range = 0xffffffff, code = 0;
    for (let index = 14; index < 18; index++) code = (code << 8 | bytes[index]) >>> 0;
    const odds = (count) => new Uint16Array(count).fill(1024);
    const bit = (table, index) => {
      const odd = table[index], bound = (range >>> 11) * odd;
      let found;
      if (code < bound) {
        range = bound;
        table[index] = odd + (2048 - odd >> 5);
        found = 0;
      } else {
        range -= bound;
        code -= bound;
        table[index] = odd - (odd >> 5);
        found = 1;
      }
      if (range < 0x1000000) {
        range = range << 8 >>> 0;
        code = (code << 8 | bytes[place++]) >>> 0;
      }
      return found;
    };
    const evenBits = (count) => {
      let number = 0;
      for (; count > 0; count--) {
        range >>>= 1;
        const found = code >= range ? 1 : 0;
        if (found) code -= range;
        number = number << 1 | found;
        if (range < 0x1000000) {
          range = range << 8 >>> 0;
          code = (code << 8 | bytes[place++]) >>> 0;
        }
      }
      return number >>> 0;
    };
    const tree = (table, start, bits) => {
      let node = 1;
      for (let index = 0; index < bits; index++) node = node << 1 | bit(table, start + node);
      return node - (1 << bits);
    };
    const reversed = (table, start, bits) => {
      let node = 1, number = 0;
      for (let index = 0; index < bits; index++) {
        const found = bit(table, start + node);
        node = node << 1 | found;
        number |= found << index;
      }
      return number;
    };
    const lengths = () => ({ choice: odds(2), low: odds(128), mid: odds(128), high: odds(256) });
    const length = (table, side) => bit(table.choice, 0) === 0 ? tree(table.low, side << 3, 3)
      : bit(table.choice, 1) === 0 ? 8 + tree(table.mid, side << 3, 3) : 16 + tree(table.high, 0, 8);
    const literals = odds(0x300 << lc + lp), isMatch = odds(192), isRep = odds(12), isRep0 = odds(12);
    const isRep1 = odds(12), isRep2 = odds(12), isLongRep0 = odds(192), slots = odds(256);
    const special = odds(128), aligned = odds(16), matchLengths = lengths(), repLengths = lengths();
    let state = 0, rep0 = 0, rep1 = 0, rep2 = 0, rep3 = 0;
    const put = (byte) => {
      if (size === out.length) {
        const longer = new Uint8Array(2 * size);
        longer.set(out);
        out = longer;
      }
      out[size++] = byte;
    };
    for (;;) {
      if (place > bytes.length + 4) throw wrong();
      const side = size & (1 << pb) - 1;
      if (bit(isMatch, (state << 4) + side) === 0) {
        const before = size > 0 ? out[size - 1] : 0;
        const start = 0x300 * (((size & (1 << lp) - 1) << lc) + (before >> 8 - lc));
        let node = 1;
        if (state >= 7) {
          for (let match = out[size - rep0 - 1]; node < 256;) {
            const hint = match >> 7 & 1, found = bit(literals, start + (1 + hint << 8) + node);
            match <<= 1;
            node = node << 1 | found;
            if (hint !== found) break;
          }
        }
        while (node < 256) node = node << 1 | bit(literals, start + node);
        put(node & 255);
        state = state < 4 ? 0 : state < 10 ? state - 3 : state - 6;
        continue;
      }
      let count;
      if (bit(isRep, state) !== 0) {
        if (size === 0) throw wrong();
        if (bit(isRep0, state) === 0) {
          if (bit(isLongRep0, (state << 4) + side) === 0) {
            state = state < 7 ? 9 : 11;
            put(out[size - rep0 - 1]);
            continue;
          }
        } else {
          let distance;
          if (bit(isRep1, state) === 0) {
            distance = rep1;
          } else {
            if (bit(isRep2, state) === 0) {
              distance = rep2;
            } else {
              distance = rep3;
              rep3 = rep2;
            }
            rep2 = rep1;
          }
          rep1 = rep0;
          rep0 = distance;
        }
        count = length(repLengths, side);
        state = state < 7 ? 8 : 11;
      } else {
        [rep3, rep2, rep1] = [rep2, rep1, rep0];
        count = length(matchLengths, side);
        state = state < 7 ? 7 : 10;
        const slot = tree(slots, Math.min(count, 3) << 6, 6), bits = (slot >> 1) - 1;
        if (slot < 4) {
          rep0 = slot;
        } else {
          rep0 = (2 | slot & 1) << bits >>> 0;
          rep0 += slot < 14 ? reversed(special, rep0 - slot, bits)
            : evenBits(bits - 4) * 16 + reversed(aligned, 0, 4);
          // A distance with all bits set marks the end of the data.
          if (rep0 >= 0xffffffff) return out.subarray(0, size);
        }
      }
      if (rep0 >= size) throw wrong();
      for (let left = count + 2; left > 0; left--) put(out[size - rep0 - 1]);
    }
  }
}

// An engine in a worker, which answers without blocking the page. It has the same recordings as the engine of the page.
// In the pictures of its answers, long columns of numbers are typed arrays, which reach the page without a copy.
class EngineWorker {
  constructor(engine) {
    this.engine = engine;
    this.sent = new Map();
    this.waiting = new Map();
    this.number = 0;
    this.worker = null;
    try {
      const source = `"use strict";\n${Engine}\n({ ${EngineWorker.work} }).work()`;
      const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
      this.worker = new Worker(address);
      URL.revokeObjectURL(address);
      this.worker.onmessage = ({ data }) => {
        this.waiting.get(data.number)?.(data.answer);
        this.waiting.delete(data.number);
      };
      this.worker.onerror = () => this.#stop();
      this.worker.postMessage({ module: engine.module });
    } catch (error) {
      this.#stop();
    }
  }

  // Sends a request, and returns a promise of its answer. Requests are answered in their order. If there is no worker,
  // the engine of the page answers.
  async ask(text) {
    if (!this.worker) return this.engine.ask(text);
    for (const name of this.sent.keys()) {
      if (this.engine.kept.has(name)) continue;
      this.sent.delete(name);
      this.worker.postMessage({ text: `forget ${name}` });
    }
    for (const [name, recording] of this.engine.kept) {
      if (this.sent.get(name) === recording) continue;
      this.sent.set(name, recording);
      this.worker.postMessage({ text: recording });
    }
    const number = ++this.number;
    return new Promise((resolve) => {
      this.waiting.set(number, (answer) => resolve(answer ?? this.engine.ask(text)));
      this.worker.postMessage({ number, text });
    });
  }

  // Lets the engine of the page answer all waiting and later requests, because the worker cannot.
  #stop() {
    this.worker?.terminate();
    this.worker = null;
    const waiting = [...this.waiting.values()];
    this.waiting.clear();
    for (const resolve of waiting) resolve(null);
  }

  // The program of the worker; it must not use anything of the page except the class `Engine`.
  static work() {
    const engine = new Engine(), buffers = [];
    const packed = (column) => {
      if (!Array.isArray(column) || column.length < 64) return column;
      const numbers = new Float64Array(column.length);
      for (let index = 0; index < column.length; index++) {
        const number = column[index];
        if (number !== null && typeof number !== "number") return column;
        numbers[index] = number ?? NaN;
      }
      buffers.push(numbers.buffer);
      return numbers;
    };
    const pack = (parts) => {
      for (const part of parts ?? []) for (const key of Object.keys(part)) part[key] = packed(part[key]);
    };
    onmessage = ({ data }) => {
      if (data.module) {
        engine.module = data.module;
        engine.instance = new WebAssembly.Instance(data.module, {});
        return;
      }
      const answer = engine.ask(data.text);
      if (data.number === undefined) return;
      buffers.length = 0;
      pack(answer.picture?.layers);
      pack(answer.picture?.curves);
      postMessage({ number: data.number, answer }, buffers);
    };
  }
}
