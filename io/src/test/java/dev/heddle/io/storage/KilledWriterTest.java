package dev.heddle.io.storage;

import dev.heddle.io.testing.KilledWriterContract;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Tag;

@Tag("process")
class KilledWriterTest extends KilledWriterContract {
  @Override
  protected Storage storage() {
    return Storages.of("x");
  }

  @Override
  protected String newFolder(Path empty) {
    return empty.resolve("t").toString();
  }

  @Override
  protected Set<String> everything(String folder) {
    return LocalFolderWriteTest.filesBelow(folder);
  }

  @Override
  protected Class<?> process() {
    return LocalWritingProcess.class;
  }
}
