/**
 * What `begin` makes of `started`, which then has an owner. Where it fails, `started` is disposed of: a phone that
 * nobody stops would keep the process of its tests alive without end.
 */
export async function orDispose<T>(started: AsyncDisposable, begin: () => Promise<T>): Promise<T> {
  try {
    return await begin();
  } catch (error) {
    await started[Symbol.asyncDispose]();
    throw error;
  }
}
