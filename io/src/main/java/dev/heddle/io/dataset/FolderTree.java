package dev.heddle.io.dataset;

import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.scan.ScanMetrics;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.storage.FolderListing;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.storage.WriteRecords;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A folder of hive partitions, listed level by level when a scan asks, and only where its partition
 * filter lets it.
 *
 * <p>What has been listed stays, until a listing that adds to it meets the traces of a write that
 * has begun or ended since: then all is listed anew, so that a scan sees all files of a write or
 * none.
 */
final class FolderTree implements DatasetFiles {
  private final Storage storage;
  private final String root;
  private final List<String> suffixes;
  private final List<Field> keys;
  private final List<Optional<ScanValue>> rootValues;
  private final DatasetFile first;
  private Map<String, FolderListing> listed; // guarded by this, as all below
  private Map<String, String> state;

  /** A folder and the values of the first keys. */
  private record Node(String path, List<Optional<ScanValue>> values) {}

  /** What a walk found, and how many folders each conjunct let it leave out. */
  private record Walk(List<DatasetFile> files, int folders, Map<String, Integer> pruned) {}

  /** Thrown to leave a walk that would have to list. */
  private static final class NotListed extends RuntimeException {
    private static final long serialVersionUID = 1;

    NotListed() {
      super(null, null, false, false);
    }
  }

  /**
   * Makes a tree.
   *
   * @param root absolute path
   * @param keys the partition keys, those in the path of the root first
   * @param rootValues the values of those keys
   * @param found what is known of the folders
   * @param state of the writes when it was found out
   */
  FolderTree(
      Storage storage,
      String root,
      List<String> suffixes,
      List<Field> keys,
      List<Optional<ScanValue>> rootValues,
      FolderLevels.Found found,
      Map<String, String> state) {
    this.storage = storage;
    this.root = root;
    this.suffixes = suffixes;
    this.keys = keys;
    this.rootValues = rootValues;
    this.listed = Map.copyOf(found.listed());
    this.state = state;
    this.first = file(found.first());
  }

  private DatasetFile file(StoredFile file) {
    List<Optional<ScanValue>> values = new ArrayList<>(rootValues);
    String below = file.path().substring(root.length());
    List<HiveSegment> segments = HiveSegment.inFolders(below);
    for (int i = values.size(); i < keys.size(); i++) {
      values.add(
          HiveValues.parse(segments.get(i - rootValues.size()), keys.get(i).type(), file.path()));
    }
    return new DatasetFile(file, values);
  }

  @Override
  public DatasetFile first() {
    return first;
  }

  @Override
  public synchronized List<DatasetFile> select(PartitionFilter filter, ScanMetrics metrics) {
    Walk walk;
    try {
      Map<String, FolderListing> known = listed;
      walk =
          walk(
              filter,
              folder -> {
                FolderListing listing = known.get(folder);
                if (listing == null) {
                  throw new NotListed();
                }
                return listing;
              });
    } catch (NotListed e) {
      walk = listMore(filter);
    }
    metrics.folders.add(walk.folders);
    walk.pruned.forEach(
        (conjunct, folders) -> {
          metrics.foldersPruned.add(folders);
          metrics.conjunct(conjunct).foldersSkipped.add(folders);
        });
    return walk.files;
  }

  private Walk listMore(PartitionFilter filter) {
    while (true) {
      Map<String, FolderListing> before = listed;
      List<Map<String, FolderListing>> seen = new ArrayList<>();
      WriteRecords.View<Walk> view =
          WriteRecords.view(
              storage,
              root,
              recordFolders -> {
                Map<String, FolderListing> known = new ConcurrentHashMap<>(before);
                known
                    .values()
                    .forEach(listing -> FolderLevels.reportRecords(listing, recordFolders));
                seen.add(known);
                return walk(filter, folder -> list(folder, known, recordFolders));
              });
      if (view.state().equals(state) || before.isEmpty()) {
        state = view.state();
        listed = without(view.hidden(), seen.getLast());
        List<DatasetFile> files = new ArrayList<>(view.listed().files);
        files.removeIf(file -> view.hidden().contains(file.file().path()));
        return new Walk(files, view.listed().folders, view.listed().pruned);
      }
      listed = Map.of(); // of before a write that what was listed now comes after
    }
  }

  private FolderListing list(
      String folder, Map<String, FolderListing> known, Consumer<String> recordFolders) {
    FolderListing listing = known.get(folder);
    if (listing == null) {
      listing = storage.list(folder);
      FolderLevels.reportRecords(listing, recordFolders);
      known.put(folder, listing);
    }
    return listing;
  }

  private static Map<String, FolderListing> without(
      Set<String> hidden, Map<String, FolderListing> listed) {
    Map<String, FolderListing> left = new HashMap<>();
    listed.forEach(
        (folder, listing) ->
            left.put(
                folder,
                new FolderListing(
                    listing.folders(),
                    listing.files().stream()
                        .filter(file -> !hidden.contains(file.path()))
                        .toList())));
    return Map.copyOf(left);
  }

  /** Lists a folder for a walk. */
  private interface Lister {
    FolderListing list(String folder);
  }

  private Walk walk(PartitionFilter filter, Lister lister) {
    List<Node> level = List.of(new Node(root, rootValues));
    int folders = 0;
    Map<String, Integer> pruned = new HashMap<>();
    for (int known = rootValues.size(); known < keys.size(); known++) {
      List<Node> next = new ArrayList<>();
      List<FolderListing> listings = ParallelCalls.map(level, node -> lister.list(node.path));
      for (int i = 0; i < listings.size(); i++) {
        addPartitions(level.get(i), listings.get(i), keys.get(known), next);
      }
      folders += next.size();
      @Nullable String[] excludedBy =
          filter.excludedBy(next.stream().map(Node::values).toList(), known + 1);
      level = new ArrayList<>();
      for (int i = 0; i < excludedBy.length; i++) {
        String conjunct = excludedBy[i];
        if (conjunct == null) {
          level.add(next.get(i));
        } else {
          pruned.merge(conjunct, 1, Integer::sum);
        }
      }
    }
    List<DatasetFile> files = new ArrayList<>();
    for (int depth = keys.size(); !level.isEmpty(); depth++) {
      if (depth > FolderLevels.deepest()) {
        throw FolderLevels.tooDeep(level.getFirst().path);
      }
      List<Node> next = new ArrayList<>();
      List<FolderListing> listings = ParallelCalls.map(level, node -> lister.list(node.path));
      for (int i = 0; i < listings.size(); i++) {
        addFiles(level.get(i), listings.get(i), files, next);
      }
      level = next;
    }
    files.sort(Comparator.comparing(file -> file.file().path()));
    return new Walk(files, folders, pruned);
  }

  private void addPartitions(Node node, FolderListing listing, Field key, List<Node> target) {
    List<StoredFile> files = Visible.files(listing, suffixes);
    if (!files.isEmpty()) {
      throw wrong(files.getFirst().path(), "is beside");
    }
    for (String folder : Visible.folders(listing)) {
      HiveSegment segment =
          HiveSegment.of(Visible.name(folder))
              .filter(s -> s.key().equals(key.name()))
              .orElseThrow(() -> wrong(folder, "is none of the"));
      List<Optional<ScanValue>> values = new ArrayList<>(node.values);
      values.add(HiveValues.parse(segment, key.type(), folder));
      target.add(new Node(folder, values));
    }
  }

  private void addFiles(
      Node node, FolderListing listing, List<DatasetFile> files, List<Node> below) {
    for (StoredFile file : Visible.files(listing, suffixes)) {
      files.add(new DatasetFile(file, node.values));
    }
    for (String folder : Visible.folders(listing)) {
      if (HiveSegment.of(Visible.name(folder)).isPresent()) {
        throw wrong(folder, "is of a further key below the");
      }
      below.add(new Node(folder, node.values));
    }
  }

  private HeddleException wrong(String path, String how) {
    return new HeddleException(
        ErrorCode.SCHEMA_MISMATCH,
        "Cannot read "
            + path
            + ": it "
            + how
            + " folders of the partition keys "
            + keys.stream().map(Field::name).toList()
            + " of "
            + root
            + "; move it, or switch hive partitions off");
  }

  /** Returns the files of the folder of the first file: others may not even be listed. */
  @Override
  public List<DatasetFile> sample(int most) {
    return List.of(first);
  }

  @Override
  public synchronized double scale(List<DatasetFile> sample) {
    double folders = 1;
    List<String> level = List.of(root);
    for (int known = rootValues.size(); known < keys.size(); known++) {
      List<String> next = new ArrayList<>();
      int parents = 0;
      for (String folder : level) {
        FolderListing listing = listed.get(folder);
        if (listing != null) {
          parents++;
          next.addAll(Visible.folders(listing));
        }
      }
      folders *= (double) next.size() / Math.max(1, parents);
      level = next;
    }
    String leaf = first.file().path().substring(0, first.file().path().lastIndexOf('/'));
    long bytes = first.file().sizeBytes();
    FolderListing inLeaf = listed.get(leaf);
    if (inLeaf != null) {
      bytes = Visible.files(inLeaf, suffixes).stream().mapToLong(StoredFile::sizeBytes).sum();
    }
    // never exact: other folders may hold more, or nothing
    return Math.max(Math.nextUp(1.0), folders * bytes / Math.max(1, first.file().sizeBytes()));
  }
}
