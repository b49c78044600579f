package dev.heddle.cli;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/** A file system of a few megabytes, which becomes full or read-only on demand. */
final class SmallDisk implements AutoCloseable {
  private final Path folder;

  /** Mounts it over a folder, which is made if it is not there. */
  SmallDisk(Path folder, int megabytes) throws IOException {
    this.folder = folder;
    Files.createDirectories(folder);
    if (!Commands.works(
        "mount",
        "-t",
        "tmpfs",
        "-o",
        "size=" + megabytes + "m",
        "heddle-test",
        folder.toString())) {
      throw new IOException("Cannot mount a file system at " + folder);
    }
  }

  /** Returns whether this process may mount file systems, as it may try in a folder. */
  static boolean isPossible(Path folder) {
    try (SmallDisk _ = new SmallDisk(folder, 1)) {
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  /** Takes all the space there is. */
  void fill() throws IOException {
    ByteBuffer page = ByteBuffer.allocate(4096);
    try (FileChannel file =
        FileChannel.open(filler(), StandardOpenOption.CREATE, StandardOpenOption.APPEND)) {
      while (file.write(page.clear()) > 0) {
        // until there is no more
      }
    } catch (IOException e) {
      if (!String.valueOf(e.getMessage()).contains("No space left")) {
        throw e;
      }
    }
  }

  private Path filler() {
    return folder.resolve("filler");
  }

  /** Gives the space back. */
  void free() throws IOException {
    Files.deleteIfExists(filler());
  }

  /** Refuses writes from now on; files that are open can still be written. */
  void refuseWrites() throws IOException {
    String place = folder.toString();
    Path aside = folder.resolveSibling(folder.getFileName() + "-read-only");
    Files.createDirectories(aside); // where nobody opens a file before it is read-only
    String hidden = aside.toString();
    if (!Commands.works("mount", "--bind", place, hidden)
        || !Commands.works("mount", "-o", "remount,bind,ro", hidden)
        || !Commands.works("mount", "--bind", hidden, place)
        || !Commands.works("umount", hidden)) {
      throw new IOException("Cannot make " + folder + " read-only");
    }
    Files.delete(aside);
  }

  /** Takes writes again. */
  void takeWrites() {
    unmount();
  }

  private void unmount() {
    if (!Commands.works("umount", folder.toString())) {
      Commands.works("umount", "-l", folder.toString()); // a file of it is being read
    }
  }

  @Override
  public void close() {
    unmount();
    Commands.works("umount", folder.toString()); // if it refuses writes
  }

  /** Returns the file systems of tests below a folder. */
  static List<String> mounted(Path below) throws IOException {
    return Files.readAllLines(Path.of("/proc/mounts")).stream()
        .filter(line -> line.contains(" " + below + "/"))
        .toList();
  }
}
