package dev.heddle.io.dataset;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import dev.heddle.frame.option.DatasetOptions;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * The columns of a dataset.
 *
 * @param fields their names and types
 * @param origins where each comes from
 * @param unsupported why columns of files cannot be read, by name: the file and the reason
 * @param leftOut what the options left out for that
 * @param isUnion whether files may lack columns
 */
record DatasetColumns(
    List<Field> fields,
    List<TableColumn> origins,
    Map<String, String> unsupported,
    List<String> leftOut,
    boolean isUnion) {
  DatasetColumns {
    fields = List.copyOf(fields);
    origins = List.copyOf(origins);
    unsupported = Collections.unmodifiableMap(unsupported);
    leftOut = List.copyOf(leftOut);
  }

  /**
   * Puts the columns together: those of the files, then those asked for by options, then the
   * partition keys that no file has. A partition key that files have too, in whichever case, has
   * its place and name among their columns, and the folders' values count. Columns that cannot be
   * read follow those that can, unless they are to be left out.
   *
   * @param inspected the first file, or all whose columns are united
   * @param files all files
   */
  static DatasetColumns of(
      List<InspectedFile> inspected, List<Field> keys, DatasetFiles files, DatasetOptions options) {
    Map<String, String> unsupported = reasons(inspected, InspectedFile::unsupported);
    Map<String, String> incomplete = reasons(inspected, InspectedFile::incomplete);
    Set<String> taken = new HashSet<>(unsupported.keySet());
    taken.addAll(incomplete.keySet());
    for (Field key : keys) {
      taken.add(key.name());
      unsupported.remove(key.name());
      incomplete.remove(key.name());
    }
    List<Field> fields = stored(inspected, taken);
    List<String> leftOut = new ArrayList<>();
    if (options.skipsUnreadable()) {
      unsupported.forEach((name, why) -> leftOut.add("column " + name + " of " + why));
      incomplete.forEach((name, why) -> leftOut.add("part of column " + name + " of " + why));
    } else {
      unsupported.keySet().forEach(name -> fields.add(Field.of(name, DataType.BINARY)));
      unsupported.putAll(incomplete);
    }
    if (fields.isEmpty()) {
      throw noColumns(inspected.getFirst(), unsupported);
    }
    boolean isOneFile = files instanceof ListedFiles(List<DatasetFile> all) && all.size() == 1;
    if (!isOneFile) { // another file may have nulls where the first can have none
      fields.replaceAll(field -> Field.of(field.name(), field.type()));
    }
    List<TableColumn> origins = new ArrayList<>();
    for (Field field : fields) {
      origins.add(
          !options.skipsUnreadable() && unsupported.containsKey(field.name())
              ? new TableColumn.Unreadable(unsupported.get(field.name()))
              : new TableColumn.InFiles(options.skipsUnreadable()));
    }
    List<Integer> foldersOnly = new ArrayList<>();
    for (int key = 0; key < keys.size(); key++) {
      int stored = indexOfKey(fields, keys.get(key).name());
      if (stored >= 0) {
        fields.set(stored, Field.of(fields.get(stored).name(), keys.get(key).type()));
        origins.set(stored, new TableColumn.Partition(key));
      } else {
        foldersOnly.add(key);
      }
    }
    addAskedFor(options, keys, fields, origins);
    for (int key : foldersOnly) {
      fields.add(keys.get(key));
      origins.add(new TableColumn.Partition(key));
    }
    return new DatasetColumns(fields, origins, unsupported, leftOut, options.unionByName());
  }

  /** Adds the columns that options ask for. */
  private static void addAskedFor(
      DatasetOptions options, List<Field> keys, List<Field> fields, List<TableColumn> origins) {
    String number = options.rowNumberColumn();
    if (number != null) {
      checkNew("row number", number, fields, keys);
      fields.add(new Field(number, DataType.INT64, false));
      origins.add(new TableColumn.RowNumber());
    }
    String path = options.filePathColumn();
    if (path != null) {
      checkNew("file path", path, fields, keys);
      fields.add(new Field(path, DataType.STRING, false));
      origins.add(new TableColumn.FilePath());
    }
  }

  /** Returns these with the types that columns are stated to have, where theirs become these. */
  DatasetColumns as(List<Field> stated) {
    List<Field> changed = new ArrayList<>(fields);
    for (Field field : stated) {
      int at = indexOf(changed, field.name());
      if (at >= 0
          && origins.get(at) instanceof TableColumn.InFiles
          && TypeWidening.converts(changed.get(at).type(), field.type())) {
        changed.set(at, changed.get(at).withType(field.type()));
      }
    }
    return new DatasetColumns(changed, origins, unsupported, leftOut, isUnion);
  }

  private static Map<String, String> reasons(
      List<InspectedFile> inspected, Function<InspectedFile, Map<String, String>> of) {
    Map<String, String> reasons = new LinkedHashMap<>();
    for (InspectedFile file : inspected) {
      String path = file.file().path();
      of.apply(file).forEach((name, why) -> reasons.putIfAbsent(name, "file " + path + ": " + why));
    }
    return reasons;
  }

  private static HeddleException noColumns(InspectedFile file, Map<String, String> unsupported) {
    String why =
        unsupported.isEmpty()
            ? "it has no columns"
            : "none of its columns can be read: " + String.join("; ", file.unsupported().values());
    return new HeddleException(
        ErrorCode.UNSUPPORTED, "Cannot read " + file.file().path() + ": " + why);
  }

  /**
   * Unites the stored columns.
   *
   * @param taken columns whose types do not matter: those of partition keys and those left out
   */
  private static List<Field> stored(List<InspectedFile> inspected, Set<String> taken) {
    if (inspected.size() == 1) {
      return new ArrayList<>(inspected.getFirst().schema().fields());
    }
    Map<String, DataType> types = new LinkedHashMap<>();
    Map<String, InspectedFile> widest = new HashMap<>(); // the file that gave each its type
    for (InspectedFile file : inspected) {
      for (Field field : file.schema().fields()) {
        DataType known = types.putIfAbsent(field.name(), field.type());
        InspectedFile before = widest.putIfAbsent(field.name(), file);
        if (known != null && file.untyped().contains(field.name())) {
          continue;
        }
        if (before != null && before.untyped().contains(field.name())) {
          types.put(field.name(), field.type());
          widest.put(field.name(), file);
          continue;
        }
        if (known == null || known.equals(field.type()) || taken.contains(field.name())) {
          continue;
        }
        DataType common =
            TypeWidening.common(known, field.type())
                .orElseThrow(() -> clash(field, file, known, before));
        types.put(field.name(), common);
        if (!common.equals(known)) {
          widest.put(field.name(), file);
        }
      }
    }
    List<Field> fields = new ArrayList<>();
    types.forEach(
        (name, type) -> {
          if (!isLeftOut(name, inspected)) {
            fields.add(Field.of(name, type));
          }
        });
    return fields;
  }

  private static boolean isLeftOut(String name, List<InspectedFile> inspected) {
    return inspected.stream().anyMatch(file -> file.unsupported().containsKey(name));
  }

  private static HeddleException clash(
      Field field, InspectedFile file, DataType known, InspectedFile before) {
    return new HeddleException(
        ErrorCode.SCHEMA_MISMATCH,
        "Cannot unite "
            + before.file().path()
            + " and "
            + file.file().path()
            + ": column "
            + field.name()
            + " is "
            + known.sqlName()
            + " in the first and "
            + field.type().sqlName()
            + " in the second, and no type holds both; name the files of each schema apart");
  }

  private static void checkNew(String what, String name, List<Field> fields, List<Field> keys) {
    if (indexOf(fields, name) >= 0 || indexOf(keys, name) >= 0) {
      throw new AnalysisException(
          "Cannot add a column \""
              + name
              + "\" of the "
              + what
              + ": there is one of that name already; choose another");
    }
  }

  private static int indexOfKey(List<Field> fields, String key) {
    int exact = indexOf(fields, key);
    int at = 0;
    while (exact < 0 && at < fields.size() && !fields.get(at).name().equalsIgnoreCase(key)) {
      at++;
    }
    return exact >= 0 ? exact : at < fields.size() ? at : -1;
  }

  private static int indexOf(List<Field> fields, String name) {
    for (int i = 0; i < fields.size(); i++) {
      if (fields.get(i).name().equals(name)) {
        return i;
      }
    }
    return -1;
  }
}
