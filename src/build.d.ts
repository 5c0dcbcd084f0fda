/** Identifies the build: the same sources and configuration give the same id. Set by the bundler. */
declare const __INSITU_BUILD__: string;
