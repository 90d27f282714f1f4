// What runs in a process that is shared by many test files: each is a suite, which keeps its hooks to its own tests.
import { describe } from "node:test";

/** No test starts before all files are loaded: loading stops the process for as long as some deadlines are. */
export function runFiles(files) {
  let left = files.length;
  let start = () => {};
  const allLoaded = new Promise((resolve) => {
    start = resolve;
  });
  for (const file of files) {
    describe(file, async () => {
      try {
        await import(`../dist/test/${file}.test.js`);
      } finally {
        left -= 1;
        if (left === 0) start();
      }
      await allLoaded;
    });
  }
}
