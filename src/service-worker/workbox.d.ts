/** The list of files to keep for offline use, inserted by workbox at build time. */
interface ServiceWorkerGlobalScope {
  readonly __WB_MANIFEST: { url: string; revision: string | null }[];
}
