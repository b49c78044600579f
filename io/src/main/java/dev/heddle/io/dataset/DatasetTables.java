package dev.heddle.io.dataset;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.option.HivePartitions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.catalog.Table;
import dev.heddle.io.catalog.TableStatistics.ColumnStatistics;
import dev.heddle.io.scan.ScanValue;
import dev.heddle.io.storage.Storage;
import dev.heddle.io.storage.StoredFile;
import dev.heddle.io.storage.WorkingFolder;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Opens files, folders and globs of a format as tables. */
public final class DatasetTables {
  private final FileFormat format;
  private final DatasetOptions options;
  private final List<PathContent> contents;
  private final List<Field> stated; // columns whose types are known

  private DatasetTables(
      FileFormat format, DatasetOptions options, List<PathContent> contents, List<Field> stated) {
    this.format = format;
    this.options = options;
    this.contents = contents;
    this.stated = stated;
  }

  /** Opens a table likewise whose relative paths start where this process does. */
  public static Table open(FileFormat format, List<String> paths, DatasetOptions options) {
    return open(format, paths, WorkingFolder.OF_PROCESS, options);
  }

  /**
   * Opens files, folders and globs as one table: lists them and inspects the first file that has
   * rows. Of a folder of hive partitions only as much is listed as it takes to know the keys, their
   * types and a file; unless the columns of all files are asked for.
   *
   * <p>In folders files with the format's suffixes count. Folders and globs leave out hidden files
   * and those of no bytes. A file is read as often as paths and globs find it.
   *
   * @param folder where relative paths start
   * @throws HeddleException with code {@code NOT_FOUND} for a path without files, unless the format
   *     has {@linkplain FileFormat#hasFixedColumns fixed columns}, {@code SCHEMA_MISMATCH} if hive
   *     partitions are asked for and the folders do not agree on keys, {@code UNSUPPORTED} if none
   *     of the first file's columns can be read, and what the format throws
   */
  public static Table open(
      FileFormat format, List<String> paths, WorkingFolder folder, DatasetOptions options) {
    return open(format, paths, folder, options, List.of());
  }

  /**
   * Opens files likewise, and converts columns to types that they are stated to have, where those
   * of the files become these: text becomes an ENUM, for example.
   *
   * @param stated columns by name, not all
   */
  public static Table open(
      FileFormat format, List<String> paths, DatasetOptions options, List<Field> stated) {
    return open(format, paths, WorkingFolder.OF_PROCESS, options, stated);
  }

  private static Table open(
      FileFormat format,
      List<String> paths,
      WorkingFolder folder,
      DatasetOptions options,
      List<Field> stated) {
    if (paths.isEmpty()) {
      throw new HeddleException(
          ErrorCode.INVALID_ARGUMENT,
          "Cannot read " + format.name() + ": no path is given; name one at least");
    }
    List<PathContent> contents = new ArrayList<>();
    for (String path : paths) {
      content(format, folder.storage(path), path, options).ifPresent(contents::add);
    }
    String name = paths.size() == 1 ? paths.getFirst() : paths.getFirst() + ", ...";
    DatasetTables tables = new DatasetTables(format, options, contents, stated);
    return contents.isEmpty() ? tables.withoutFiles(name) : tables.open(name);
  }

  /** Looks at a path; nothing if it has no files, where the format allows that. */
  private static Optional<PathContent> content(
      FileFormat format, Storage storage, String path, DatasetOptions options) {
    Storage.EmptyFiles empty =
        format.hasFixedColumns() ? Storage.EmptyFiles.KEPT : Storage.EmptyFiles.LEFT_OUT;
    PathContent content;
    try {
      String slashed = storage.slashed(path);
      content =
          format.listsFolders() && FolderGlob.isOne(slashed)
              ? FolderGlob.find(storage, slashed, format.suffixes())
              : PathContent.of(storage, path, format.suffixes(), options.hivePartitions(), empty);
    } catch (HeddleException e) {
      if (format.hasFixedColumns() && e.code() == ErrorCode.NOT_FOUND) {
        return Optional.empty();
      }
      throw e;
    }
    if (!options.readsTableFolders()) {
      TableFolders.refuse(path, storage, content);
    }
    return Optional.of(content);
  }

  private Table withoutFiles(String name) {
    InspectedFile columns = format.inspect(new StoredFile(name, 0, ""));
    DatasetFiles none = new ListedFiles(List.of());
    return new DatasetTable(
        name,
        format,
        none,
        name,
        DatasetColumns.of(List.of(columns), List.of(), none, options),
        List.of());
  }

  private Table open(String name) {
    List<String> names = keys();
    contents.replaceAll(content -> content.inOrder(names));
    Map<String, DataType> recorded =
        names.isEmpty()
            ? Map.of()
            : format.partitionTypes(contents.getFirst().first(), names.size());
    List<Field> keys = new ArrayList<>();
    List<ColumnStatistics> statistics = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Set<String> texts = texts(i);
      DataType type = type(names.get(i), texts, recorded);
      keys.add(Field.of(names.get(i), type));
      List<Optional<ScanValue>> values =
          texts.stream()
              .map(text -> parse(new HiveSegment(keys.getLast().name(), text), type))
              .toList();
      // the first level of a tree is known whole, and so is what has been listed
      boolean isComplete =
          i == 0 || contents.stream().allMatch(PathContent.Files.class::isInstance);
      statistics.add(
          isComplete
              ? PartitionStatistics.ofAll(type, values)
              : PartitionStatistics.ofSome(type, values));
    }
    for (Field stated : options.hiveTypes()) {
      if (!names.contains(stated.name())) {
        throw new AnalysisException(NearestNames.missing("partition key", stated.name(), names));
      }
    }
    DatasetFiles files = files(keys);
    List<InspectedFile> inspected = inspect(format, files);
    FileFormat agreed = format.agreed(inspected);
    if (!agreed.equals(format)) {
      inspected = inspect(agreed, files);
    }
    DatasetColumns columns = DatasetColumns.of(inspected, keys, files, options).as(stated);
    return new DatasetTable(
        name, agreed, files, inspected.getFirst().file().path(), columns, statistics);
  }

  /** Inspects the files that determine the table's columns. */
  private List<InspectedFile> inspect(FileFormat by, DatasetFiles files) {
    if (!(files instanceof ListedFiles(List<DatasetFile> all))) {
      return List.of(by.inspect(files.first().file()));
    }
    boolean isUnion = options.unionByName();
    int count = isUnion ? all.size() : Math.min(by.sampledFiles(), all.size());
    List<DatasetFile> sampled = all.subList(0, count);
    List<InspectedFile> first = ParallelCalls.map(sampled, file -> by.inspect(file.file()));
    if (isUnion && !by.unitesNames()) {
      return first;
    }
    List<InspectedFile> withRows = first.stream().filter(file -> !file.isBlank()).toList();
    InspectedFile telling = withRows.isEmpty() ? first.getFirst() : by.united(withRows);
    for (int i = sampled.size(); i < all.size() && telling.isBlank(); i++) {
      telling = by.inspect(all.get(i).file());
    }
    return List.of(telling.isBlank() ? first.getFirst() : telling);
  }

  /** Returns the partition keys; none if the files do not agree on any. */
  private List<String> keys() {
    Optional<List<String>> keys = contents.getFirst().keys();
    boolean agree =
        keys.isPresent()
            && contents.stream()
                .allMatch(
                    content ->
                        content.keys().filter(k -> PathContent.areSame(k, keys.get())).isPresent());
    boolean mustHave =
        options.hivePartitions() == HivePartitions.ON || !options.hiveTypes().isEmpty();
    if (agree && !(mustHave && keys.get().isEmpty())) {
      return keys.get();
    }
    if (mustHave) {
      throw noKeys();
    }
    return List.of();
  }

  private HeddleException noKeys() {
    List<NamedFile> files = new ArrayList<>();
    contents.forEach(content -> files.addAll(content.all()));
    NamedFile first = files.getFirst();
    NamedFile other =
        files.stream()
            .filter(file -> !PathContent.areSame(file.keys(), first.keys()))
            .findFirst()
            .orElse(first);
    return new HeddleException(
        ErrorCode.SCHEMA_MISMATCH,
        "Cannot read hive partitions: "
            + first.file().path()
            + " is in folders of the keys "
            + first.keys()
            + (other.equals(first) ? "" : " and " + other.file().path() + " of " + other.keys())
            + "; name folders of the same keys, or switch hive partitions off");
  }

  /** Returns the values of a key that are known. */
  private Set<String> texts(int key) {
    Set<String> texts = new LinkedHashSet<>();
    for (PathContent content : contents) {
      switch (content) {
        case PathContent.Files files ->
            files.files().forEach(file -> texts.add(file.segments().get(key).text()));
        case PathContent.Tree tree -> {
          int above = tree.above().size();
          if (key < above) {
            texts.add(tree.above().get(key).text());
          } else {
            texts.addAll(tree.found().values().get(key - above));
          }
        }
      }
    }
    return texts;
  }

  private DataType type(String key, Set<String> texts, Map<String, DataType> recorded) {
    for (Field stated : options.hiveTypes()) {
      if (stated.name().equals(key)) {
        HiveValues.check(key, stated.type());
        return stated.type();
      }
    }
    DataType written = recorded.get(key);
    return written != null && HiveValues.areOf(texts, written) ? written : HiveValues.infer(texts);
  }

  private Optional<ScanValue> parse(HiveSegment segment, DataType type) {
    return HiveValues.parse(segment, type, segment.key() + "=" + segment.text());
  }

  private DatasetFiles files(List<Field> keys) {
    List<DatasetFiles> parts = new ArrayList<>();
    List<DatasetFile> listed = new ArrayList<>();
    for (PathContent content : contents) {
      switch (content) {
        case PathContent.Tree tree when !keys.isEmpty() && !options.unionByName() -> {
          add(parts, listed);
          parts.add(tree(tree, keys));
        }
        case PathContent.Tree _, PathContent.Files _ ->
            content.all().forEach(file -> listed.add(file(file, keys)));
      }
    }
    add(parts, listed);
    return parts.size() == 1 ? parts.getFirst() : new JoinedFiles(parts);
  }

  private static void add(List<DatasetFiles> parts, List<DatasetFile> listed) {
    if (!listed.isEmpty()) {
      parts.add(new ListedFiles(List.copyOf(listed)));
      listed.clear();
    }
  }

  private FolderTree tree(PathContent.Tree tree, List<Field> keys) {
    List<Optional<ScanValue>> rootValues = new ArrayList<>();
    for (int i = 0; i < tree.above().size(); i++) {
      rootValues.add(HiveValues.parse(tree.above().get(i), keys.get(i).type(), tree.root()));
    }
    return new FolderTree(
        tree.storage(), tree.root(), tree.suffixes(), keys, rootValues, tree.found(), tree.state());
  }

  private static DatasetFile file(NamedFile file, List<Field> keys) {
    List<Optional<ScanValue>> values = new ArrayList<>();
    for (int i = 0; i < keys.size(); i++) {
      values.add(HiveValues.parse(file.segments().get(i), keys.get(i).type(), file.file().path()));
    }
    return new DatasetFile(file.file(), values);
  }
}
