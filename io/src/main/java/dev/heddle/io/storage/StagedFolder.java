package dev.heddle.io.storage;

import static java.util.Objects.requireNonNull;

/**
 * A folder that is being filled under a hidden name: {@link Storage#show} gives it the name of its
 * target in one step, {@link Storage#drop} takes it away.
 *
 * @param path where it is filled, absolute
 * @param lease the path of the {@linkplain Lease lease} by which others see that its maker lives;
 *     the maker takes it before it makes anything in the folder
 * @param target where it will be, absolute
 */
public record StagedFolder(String path, String lease, String target) {
  /** Checks that nothing is missing. */
  public StagedFolder {
    requireNonNull(path, "path is null");
    requireNonNull(lease, "lease is null");
    requireNonNull(target, "target is null");
  }
}
