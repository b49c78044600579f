package dev.heddle.io.storage;

import java.util.List;

/**
 * What is directly in a folder, hidden and empty files included, in the order of the paths.
 *
 * @param folders absolute paths of the folders in it, without a slash at the end
 * @param files the files in it
 */
public record FolderListing(List<String> folders, List<StoredFile> files) {
  /** Copies the lists. */
  public FolderListing {
    folders = List.copyOf(folders);
    files = List.copyOf(files);
  }
}
