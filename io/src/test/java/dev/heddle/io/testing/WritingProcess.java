package dev.heddle.io.testing;

import dev.heddle.frame.option.FileNamePattern;
import dev.heddle.frame.option.WriteMode;
import dev.heddle.io.storage.FolderWrite;
import dev.heddle.io.storage.Storage;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/**
 * A process that overwrites a folder for ever, generation after generation, and prints a character
 * before each call to the storage. To be killed.
 */
public final class WritingProcess {
  /** Files of each generation. */
  public static final int FILES = 5;

  private WritingProcess() {}

  /** Writes until the process is killed, or what it prints is no longer read. */
  public static void run(String folder, Function<String, Storage> storages) {
    PrintStream out = System.out;
    Storage storage =
        DyingStorage.telling(
            storages.apply(folder),
            () -> {
              out.write('.');
              out.flush();
            });
    for (int generation = 1; !out.checkError(); generation++) {
      write(storage, folder, generation);
    }
  }

  /** Overwrites a folder with the files of a generation. */
  public static void write(Storage storage, String folder, int generation) {
    try (FolderWrite write =
        FolderWrite.begin(storage, folder, WriteMode.OVERWRITE, FileNamePattern.DEFAULT)
            .orElseThrow()) {
      for (int i = 0; i < FILES; i++) {
        String name = "p=" + i % 2 + "/g" + generation + "-" + i + "~" + write.id();
        StagedFiles.add(storage, write, name, name.getBytes(StandardCharsets.UTF_8));
      }
      write.commit();
    }
  }
}
