// Search without a server. A browser starts no workers for a page that was opened as a file, so the search runs in a
// hidden frame instead, which is given the few names that a worker knows. On a server this file does nothing.
if (location.protocol === "file:") {
  window.IFrameWorker = class extends EventTarget {
    constructor(url) {
      super();
      this.frame = document.createElement("iframe");
      this.frame.hidden = true;
      this.frame.srcdoc = "<!doctype html><title>search</title>";
      this.ready = new Promise((resolve) => this.frame.addEventListener("load", resolve, { once: true })).then(() => {
        const inside = this.frame.contentWindow;
        inside.importScripts = (...scripts) =>
          scripts.reduce((before, script) => before.then(() => this.load(script)), Promise.resolve());
        inside.postMessage = (data) => this.dispatchEvent(new MessageEvent("message", { data }));
        return this.load(url);
      });
      document.body.append(this.frame);
    }

    load(url) {
      return new Promise((resolve, reject) => {
        const script = this.frame.contentDocument.createElement("script");
        script.src = new URL(url, document.baseURI).href;
        script.onload = resolve;
        script.onerror = reject;
        this.frame.contentDocument.body.append(script);
      });
    }

    postMessage(data) {
      const inside = this.frame.contentWindow;
      this.ready.then(() => inside.dispatchEvent(new inside.MessageEvent("message", { data })));
    }

    terminate() {
      this.frame.remove();
    }
  };
  window.Worker = window.IFrameWorker;
}
