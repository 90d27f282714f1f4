/**
 * The result of `begin`, which then owns `started`. If `begin` fails, `started` is disposed of: a phone that is not
 * stopped would keep the test process alive forever.
 */
export async function orDispose<T>(started: AsyncDisposable, begin: () => Promise<T>): Promise<T> {
  try {
    return await begin();
  } catch (error) {
    await started[Symbol.asyncDispose]();
    throw error;
  }
}
