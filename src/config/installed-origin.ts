/**
 * Installed model files are kept in Cache Storage under URLs of this origin. Its host cannot exist (RFC 6761):
 * nothing that looks for such a file can ask the network, and nobody else keeps anything there.
 */
export const INSTALLED_ORIGIN = "https://models.insitu.invalid";
