package dev.heddle.dist;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Map;
import java.util.TreeMap;
import org.apache.commons.compress.archivers.tar.TarArchiveEntry;
import org.apache.commons.compress.archivers.tar.TarArchiveOutputStream;
import org.apache.commons.compress.archivers.tar.TarConstants;

/** Files that an image lays over those of its layers before. */
final class Layer {
  private final Map<String, Entry> entries = new TreeMap<>();
  private final FileTime time;

  Layer(Instant time) {
    this.time = FileTime.from(time);
  }

  private record Entry(boolean isFolder, byte[] content, int mode, int owner) {}

  /** Adds a file of root's, and the folders above it that are missing. */
  void file(String path, byte[] content, int mode) {
    addParents(path);
    entries.put(path, new Entry(false, content, mode, 0));
  }

  /** Adds a folder, and those above it that are missing, which are root's. */
  void folder(String path, int mode, int owner) {
    addParents(path);
    entries.put(path, new Entry(true, new byte[0], mode, owner));
  }

  private void addParents(String path) {
    for (int i = path.indexOf('/', 1); i > 0; i = path.indexOf('/', i + 1)) {
      entries.putIfAbsent(path.substring(0, i), new Entry(true, new byte[0], 0755, 0));
    }
  }

  /** Returns the layer as a tar archive, whose bytes follow from what was added. */
  byte[] tar() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (TarArchiveOutputStream tar = new TarArchiveOutputStream(bytes, "UTF-8")) {
      tar.setLongFileMode(TarArchiveOutputStream.LONGFILE_POSIX);
      for (Map.Entry<String, Entry> each : entries.entrySet()) {
        Entry entry = each.getValue();
        String name = each.getKey().substring(1) + (entry.isFolder() ? "/" : "");
        TarArchiveEntry header =
            new TarArchiveEntry(
                name, entry.isFolder() ? TarConstants.LF_DIR : TarConstants.LF_NORMAL);
        header.setMode(entry.mode());
        header.setIds(entry.owner(), entry.owner());
        header.setNames("", "");
        header.setLastModifiedTime(time);
        header.setSize(entry.content().length);
        tar.putArchiveEntry(header);
        tar.write(entry.content());
        tar.closeArchiveEntry();
      }
    }
    return bytes.toByteArray();
  }
}
