/** A service worker's registration in Node, which goes through its states in the order that the specification gives. */

export class TestWorker extends EventTarget {
  state: ServiceWorkerState = "installing";
  readonly scriptURL = "https://page.example/sw.js";
  readonly messages: unknown[] = [];
  onMessage: () => void = () => {};

  postMessage(message: unknown): void {
    this.messages.push(message);
    this.onMessage();
  }

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }

  /** As the page's types have it. */
  get asWorker(): ServiceWorker {
    return this as unknown as ServiceWorker;
  }
}

export class TestRegistration extends EventTarget {
  installing: TestWorker | null = null;
  waiting: TestWorker | null = null;
  active: TestWorker | null = null;

  /** A new version is found, by whichever tab. */
  find(): TestWorker {
    this.installing = new TestWorker();
    this.dispatchEvent(new Event("updatefound"));
    return this.installing;
  }

  install(worker: TestWorker): void {
    const replaced = this.waiting;
    this.installing = null;
    this.waiting = worker;
    replaced?.become("redundant");
    worker.become("installed");
  }

  activate(worker: TestWorker): void {
    const replaced = this.active;
    this.waiting = null;
    this.active = worker;
    replaced?.become("redundant");
    worker.become("activating");
    worker.become("activated");
  }
}

/** `navigator.serviceWorker` */
export class TestContainer extends EventTarget {
  readonly registration = new TestRegistration();
  controller: TestWorker | null = null;
  registered = 0;

  /** With a version that is active and controls the page. */
  static controlled(): TestContainer {
    const container = new TestContainer();
    const first = new TestWorker();
    first.state = "activated";
    container.registration.active = first;
    container.controller = first;
    return container;
  }

  async register(): Promise<TestRegistration> {
    this.registered += 1;
    return this.registration;
  }

  control(worker: TestWorker): void {
    this.controller = worker;
    this.dispatchEvent(new Event("controllerchange"));
  }
}
