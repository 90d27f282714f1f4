/** Does something while this process takes itself for one on another system, and sets that back. */
export async function onPlatform<Result>(platform: NodeJS.Platform, act: () => Promise<Result>): Promise<Result> {
  const own = process.platform;
  Object.defineProperty(process, "platform", { value: platform });
  try {
    return await act();
  } finally {
    Object.defineProperty(process, "platform", { value: own });
  }
}
