/** Runs `act` while `process.platform` names another system, and restores it afterwards. */
export async function onPlatform<Result>(platform: NodeJS.Platform, act: () => Promise<Result>): Promise<Result> {
  const own = process.platform;
  Object.defineProperty(process, "platform", { value: platform });
  try {
    return await act();
  } finally {
    Object.defineProperty(process, "platform", { value: own });
  }
}
