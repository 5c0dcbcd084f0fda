/**
 * Wait until a service worker is activated.
 *
 * @returns false if it became redundant: its installation failed, or a newer worker replaced it
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
