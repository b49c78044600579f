package dev.heddle.io.storage;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.jimfs.Configuration;
import com.google.common.jimfs.Jimfs;
import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryFlag;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnerAccessTest {
  @TempDir Path folder;

  private static FileSystem windows(String... views) {
    Configuration configuration = Configuration.windows();
    return Jimfs.newFileSystem(configuration.toBuilder().setAttributeViews("basic", views).build());
  }

  private static List<AclEntry> entries(Path path) throws IOException {
    return Files.getFileAttributeView(path, AclFileAttributeView.class).getAcl();
  }

  @Test
  void modesAreSetWhereThereAreAny() throws IOException {
    Path file = Files.writeString(folder.resolve("file"), "x");
    OwnerAccess.restrict(file);
    LocalFolders.makePrivate(folder.resolve("own"));

    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve("own"))))
        .isEqualTo("rwx------");
  }

  @Test
  void windowsHasListsWithTheOwnerOnly() throws IOException {
    try (FileSystem system = windows("owner", "acl", "dos")) {
      Path own = system.getPath("C:\\Users\\me\\heddle");
      LocalFolders.makePrivate(own);
      Path file = Files.createFile(own.resolve("history"), OwnerAccess.newFile(system));
      OwnerAccess.restrict(file);

      String user = System.getProperty("user.name");
      String owner = Files.getOwner(own).getName();
      assertThat(entries(own))
          .isNotEmpty()
          .allSatisfy(
              entry -> {
                assertThat(entry.type()).isEqualTo(AclEntryType.ALLOW);
                assertThat(entry.principal().getName()).isIn(user, owner);
                assertThat(entry.permissions()).contains(AclEntryPermission.READ_DATA);
                assertThat(entry.flags())
                    .containsExactlyInAnyOrder(
                        AclEntryFlag.FILE_INHERIT, AclEntryFlag.DIRECTORY_INHERIT);
              });
      assertThat(entries(file)).isNotEmpty().allMatch(entry -> entry.flags().isEmpty());
    }
  }

  @Test
  void foldersCanBeTakenWithoutModes() throws IOException {
    try (FileSystem system = windows("owner", "acl");
        var held = LocalFolders.take(system.getPath("C:\\spool")).orElseThrow()) {
      assertThat(held.isOpen()).as("held").isTrue();
    }
  }

  @Test
  void nothingIsDoneWhereNobodyOwnsFiles() throws IOException {
    try (FileSystem system = windows()) {
      Path own = system.getPath("C:\\stick");
      LocalFolders.makePrivate(own);
      OwnerAccess.restrict(Files.createFile(own.resolve("file"), OwnerAccess.newFile(system)));

      assertThat(own).isDirectoryContaining("glob:**file");
    }
  }
}
