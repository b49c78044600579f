package dev.heddle.io.storage;

import dev.heddle.io.testing.WritingProcess;

/** Overwrites the local folder that is its argument. */
final class LocalWritingProcess {
  private LocalWritingProcess() {}

  public static void main(String[] arguments) {
    WritingProcess.run(arguments[0], Storages::of);
  }
}
