package dev.heddle.s3;

import dev.heddle.io.storage.PublishedOutput;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.testing.FolderWriteContract;
import java.nio.file.Path;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.s3.model.MultipartUpload;
import software.amazon.awssdk.services.s3.model.S3Object;

@Tag("process")
class S3FolderWriteTest extends FolderWriteContract {
  private static LabBucket lab;

  private int folders;

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
  protected String newFolder() {
    return LabBucket.ROOT + System.identityHashCode(this) + "/f" + folders++;
  }

  @Override
  protected Set<String> everything(String folder) {
    return filesBelow(lab, folder);
  }

  static Set<String> filesBelow(LabBucket lab, String folder) {
    String prefix = folder.substring(LabBucket.ROOT.length()) + "/";
    Set<String> names = new TreeSet<>();
    for (S3Object object :
        lab.client().listObjectsV2Paginator(r -> r.bucket("lab").prefix(prefix)).contents()) {
      names.add(object.key().substring(prefix.length()));
    }
    for (MultipartUpload upload :
        lab.client().listMultipartUploads(r -> r.bucket("lab")).uploads()) {
      if (upload.key().startsWith(prefix)) {
        names.add("upload of " + upload.key().substring(prefix.length()));
      }
    }
    return names;
  }

  /** Of a small file nothing is sent before it is published. */
  @Override
  protected void abandon(String path, PublishedOutput output) {
    if (!path.contains("/_heddle/")) {
      output.prepare();
    }
  }

  /**
   * Of an object that is not whole yet S3 lists nothing; S3Proxy lists the file that it is about to
   * rename.
   */
  @Override
  protected boolean isOfServer(String path) {
    return path.matches(".*-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");
  }

  /**
   * Quicker than after each call, as local folders die, and the modes begin with different calls.
   */
  @Override
  protected int callsBetweenDeaths() {
    return Integer.getInteger("heddle.deaths.step", 96);
  }

  private static boolean isAtNight() {
    return Integer.getInteger("heddle.deaths.step", 0) == 1;
  }

  @Override
  protected int generations() {
    return isAtNight() ? 15 : 4;
  }

  @Override
  protected int writesOfEach() {
    return isAtNight() ? 3 : 1;
  }

  @Override
  protected int cleanupDeaths() {
    return 1;
  }
}
