/** Service workers and their registration in Node. A test moves them through their states in the specified order. */

export class TestWorker extends EventTarget {
  state: ServiceWorkerState = "installing";
  readonly messages: unknown[] = [];
  onMessage: () => void = () => {};

  constructor(readonly scriptURL = "https://page.example/sw.js") {
    super();
  }

  postMessage(message: unknown): void {
    this.messages.push(message);
    this.onMessage();
  }

  become(state: ServiceWorkerState): void {
    this.state = state;
    this.dispatchEvent(new Event("statechange"));
  }

  /** With the type that the page's code expects. */
  get asWorker(): ServiceWorker {
    return this as unknown as ServiceWorker;
  }
}

export class TestRegistration extends EventTarget {
  scope = "https://page.example/";
  installing: TestWorker | null = null;
  waiting: TestWorker | null = null;
  active: TestWorker | null = null;

  /** With the type that the page's code expects. */
  get asRegistration(): ServiceWorkerRegistration {
    return this as unknown as ServiceWorkerRegistration;
  }

  /** A new version is found by this tab or another. */
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

  /** With the type that the page's code expects. */
  get asContainer(): ServiceWorkerContainer {
    return this as unknown as ServiceWorkerContainer;
  }

  /** A container whose active worker controls the page. */
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

  async getRegistration(): Promise<TestRegistration | undefined> {
    const { installing, waiting, active } = this.registration;
    return (installing ?? waiting ?? active) ? this.registration : undefined;
  }

  control(worker: TestWorker): void {
    this.controller = worker;
    this.dispatchEvent(new Event("controllerchange"));
  }
}
