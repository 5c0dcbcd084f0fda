/**
 * Returns `transaction`, after making sure that its failure is never reported as an unhandled rejection: if one of its
 * requests fails, the code that awaits the request throws, and nothing awaits `done` any more.
 */
export function suppressUnhandledAbort<Transaction extends { readonly done: Promise<void> }>(
  transaction: Transaction,
): Transaction {
  transaction.done.catch(() => {});
  return transaction;
}
