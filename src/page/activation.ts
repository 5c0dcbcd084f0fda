/**
 * Wait until a service worker is activated.
 *
 * @returns false where it became redundant instead: its installation failed, or a newer one took its place
 */
export function activation(worker: ServiceWorker): Promise<boolean> {
  return new Promise((resolve) => {
    const look = () => {
      if (worker.state !== "activated" && worker.state !== "redundant") return;
      worker.removeEventListener("statechange", look);
      resolve(worker.state === "activated");
    };
    worker.addEventListener("statechange", look);
    look();
  });
}
