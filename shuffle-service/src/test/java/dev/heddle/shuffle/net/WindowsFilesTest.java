package dev.heddle.shuffle.net;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclFileAttributeView;
import org.junit.jupiter.api.Test;

/** Secrets in files of a system that has access control lists in place of modes. */
class WindowsFilesTest {
  // stays open: the hook that takes a token away runs when the process ends
  private final FileSystem system =
      Jimfs.newFileSystem(
          Configuration.windows().toBuilder().setAttributeViews("basic", "owner", "acl").build());

  private static void checkOwn(Path path) throws IOException {
    assertThat(Files.getFileAttributeView(path, AclFileAttributeView.class).getAcl())
        .as("who may use %s", path)
        .isNotEmpty();
  }

  @Test
  void aTokenIsPublishedAndFoundAndWithdrawn() throws IOException {
    Path folder = system.getPath("C:\\Users\\me\\.cache\\heddle\\tokens");
    UserToken own = UserToken.fresh(folder);
    own.publish(7420);

    checkOwn(folder);
    assertThat(UserToken.of(folder, 7420).get()).isEqualTo(own.get()).isNotEmpty();
    UserToken next = UserToken.fresh(folder);
    next.publish(7420);
    assertThat(UserToken.of(folder, 7420).get()).isEqualTo(next.get());
    next.withdraw();
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void aSecurityFolderIsItsOwners() throws IOException {
    Path folder = system.getPath("C:\\security");
    SecurityFolder.make(folder);
    SecurityFolder.write(folder.resolve("token"), new byte[] {1});

    checkOwn(folder);
    checkOwn(folder.resolve("token"));
  }
}
