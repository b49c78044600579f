package dev.heddle.s3;

import dev.heddle.io.storage.Storage;
import dev.heddle.io.testing.KilledWriterContract;
import dev.heddle.s3lab.S3Server;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

@Tag("process")
class S3KilledWriterTest extends KilledWriterContract {
  private static LabBucket lab;

  @BeforeAll
  static void start(@TempDir Path folder) {
    lab = new LabBucket(folder);
  }

  @AfterAll
  static void stop() {
    lab.close();
  }

  @Override
  protected Storage storage() {
    return lab.direct();
  }

  @Override
  protected String newFolder(Path empty) {
    return LabBucket.ROOT + "killed";
  }

  @Override
  protected Set<String> everything(String folder) {
    return S3FolderWriteTest.filesBelow(lab, folder);
  }

  @Override
  protected Class<?> process() {
    return S3WritingProcess.class;
  }

  @Override
  protected int kills() {
    return Integer.getInteger("heddle.kills", 1);
  }

  @Override
  protected List<String> flags() {
    return List.of(
        "-D" + S3WritingProcess.URL + "=" + lab.serverUrl(),
        "-Daws.accessKeyId=" + S3Server.ACCESS_KEY,
        "-Daws.secretAccessKey=" + S3Server.SECRET_KEY,
        "-Daws.disableEc2Metadata=true");
  }
}
