package dev.heddle.io.storage;

import java.io.IOException;
import java.nio.file.FileSystem;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryFlag;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.nio.file.attribute.UserPrincipal;
import java.util.EnumSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * Files and folders for their owner only: by a mode where the file system knows modes (POSIX), else
 * by an access control list where it knows these (Windows), else not at all.
 */
public final class OwnerAccess {
  private static final Set<PosixFilePermission> FOLDER =
      PosixFilePermissions.fromString("rwx------");
  private static final Set<PosixFilePermission> FILE = PosixFilePermissions.fromString("rw-------");

  private OwnerAccess() {}

  /** Returns with what a folder is made that is its owner's from the first; empty without modes. */
  static FileAttribute<?>[] newFolder(FileSystem system) {
    return attributes(system, FOLDER);
  }

  /** Returns with what a file is made that is its owner's from the first; empty without modes. */
  static FileAttribute<?>[] newFile(FileSystem system) {
    return attributes(system, FILE);
  }

  private static FileAttribute<?>[] attributes(
      FileSystem system, Set<PosixFilePermission> permissions) {
    return hasModes(system)
        ? new FileAttribute<?>[] {PosixFilePermissions.asFileAttribute(permissions)}
        : new FileAttribute<?>[0];
  }

  private static boolean hasModes(FileSystem system) {
    return system.supportedFileAttributeViews().contains("posix");
  }

  /**
   * Takes a file or a folder from all but its owner. What is made in a folder with an access
   * control list afterwards is the owner's too.
   *
   * @throws IOException if the file system knows owners and this process may not do that
   */
  public static void restrict(Path path) throws IOException {
    boolean isFolder = Files.isDirectory(path);
    if (hasModes(path.getFileSystem())) {
      Files.setPosixFilePermissions(path, isFolder ? FOLDER : FILE);
      return;
    }
    AclFileAttributeView view =
        Files.getFileAttributeView(path, AclFileAttributeView.class, LinkOption.NOFOLLOW_LINKS);
    if (view == null
        || !Files.getFileStore(path).supportsFileAttributeView(AclFileAttributeView.class)) {
      return; // as on a stick
    }
    view.setAcl(owners(path, view).stream().map(owner -> entry(owner, isFolder)).toList());
  }

  /** An administrator's files are his group's, to which his usual processes do not belong. */
  private static Set<UserPrincipal> owners(Path path, AclFileAttributeView view)
      throws IOException {
    Set<UserPrincipal> owners = new LinkedHashSet<>(List.of(view.getOwner()));
    try {
      owners.add(
          path.getFileSystem()
              .getUserPrincipalLookupService()
              .lookupPrincipalByName(System.getProperty("user.name")));
    } catch (IOException | UnsupportedOperationException e) {
      return owners; // the user's name is known elsewhere only
    }
    return owners;
  }

  private static AclEntry entry(UserPrincipal owner, boolean isFolder) {
    AclEntry.Builder entry =
        AclEntry.newBuilder()
            .setType(AclEntryType.ALLOW)
            .setPrincipal(owner)
            .setPermissions(EnumSet.allOf(AclEntryPermission.class));
    if (isFolder) {
      entry.setFlags(AclEntryFlag.FILE_INHERIT, AclEntryFlag.DIRECTORY_INHERIT);
    }
    return entry.build();
  }
}
