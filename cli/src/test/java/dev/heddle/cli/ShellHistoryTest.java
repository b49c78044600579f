package dev.heddle.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShellHistoryTest {
  @TempDir Path folder;

  @Test
  void theFileIsItsUsersOwn() throws IOException {
    Path file = ShellHistory.file(folder.resolve("heddle")).orElseThrow();

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
  }

  @Test
  void windowsKeepsAHistoryToo() throws IOException {
    Configuration windows =
        Configuration.windows().toBuilder().setAttributeViews("basic", "owner", "acl").build();
    try (FileSystem system = Jimfs.newFileSystem(windows)) {
      Path file = ShellHistory.file(system.getPath("C:\\Users\\me\\.cache\\heddle")).orElseThrow();

      assertThat(Files.getFileAttributeView(file, AclFileAttributeView.class).getAcl())
          .isNotEmpty();
    }
  }

  @Test
  void aSystemWithoutOwnersKeepsOneAllTheSame() throws IOException {
    try (FileSystem system = Jimfs.newFileSystem(Configuration.windows())) {
      assertThat(ShellHistory.file(system.getPath("C:\\heddle"))).isPresent();
    }
  }
}
