package dev.heddle.io.parquet.read;

import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.io.parquet.footer.ParquetColumn;
import dev.heddle.io.scan.FieldFilter;
import dev.heddle.io.scan.FieldPath;
import dev.heddle.io.scan.RowFilter;
import dev.heddle.io.scan.ScanFilter;
import dev.heddle.io.scan.ScanRequest;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * Which parts of a request's columns are decoded apart: of a struct, each field that a conjunct
 * looks at by itself, and the rest together, so that the filter decides what of the rest is needed.
 *
 * <p>A field decoded by itself does not show which structs are null. So of each struct at least one
 * field is decoded with the struct around it.
 *
 * @param parts what is decoded apart
 * @param conjuncts for each conjunct of the request how it is decided
 * @param outputs for each output of the request how it is made
 */
record ColumnParts(List<Part> parts, List<Decision> conjuncts, List<ColumnAssembly> outputs) {
  ColumnParts {
    parts = List.copyOf(parts);
    conjuncts = List.copyOf(conjuncts);
    outputs = List.copyOf(outputs);
  }

  /**
   * A part of a column.
   *
   * @param column position in the request's columns
   * @param path of the field that it is; empty for the column, perhaps without some fields
   * @param type what is decoded
   */
  record Part(int column, List<String> path, DataType type) {
    Part {
      path = List.copyOf(path);
    }

    /** Returns the part as a column of a file. */
    ParquetColumn of(ParquetColumn whole) {
      return path.isEmpty() ? whole.pruned(type) : whole.at(path);
    }
  }

  /**
   * How a conjunct is decided.
   *
   * @param rows what is evaluated
   * @param inputs what it is evaluated over
   */
  record Decision(RowFilter rows, List<ColumnAssembly> inputs) {
    Decision {
      inputs = List.copyOf(inputs);
    }
  }

  /**
   * Divides the columns of a request.
   *
   * @param types of the columns
   */
  static ColumnParts of(ScanRequest request, List<DataType> types) {
    List<RowFilter> filters = new ArrayList<>();
    List<List<FieldPath>> inputs = new ArrayList<>();
    for (ScanFilter.Conjunct conjunct : request.filter().conjuncts()) {
      Optional<FieldFilter> fields =
          conjunct.rows().byFields().filter(byFields -> exist(byFields.inputs(), types));
      filters.add(fields.map(FieldFilter::rows).orElse(conjunct.rows()));
      inputs.add(
          fields
              .map(FieldFilter::inputs)
              .orElseGet(
                  () ->
                      conjunct.rows().columns().stream()
                          .map(column -> new FieldPath(column, List.of()))
                          .toList()));
    }
    List<Part> parts = new ArrayList<>();
    List<Divided> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      Divided column = new Divided(i, types.get(i), request.outputs().contains(i), inputs, parts);
      columns.add(column);
    }
    List<Decision> decisions = new ArrayList<>();
    for (int i = 0; i < filters.size(); i++) {
      List<ColumnAssembly> assemblies = new ArrayList<>();
      for (FieldPath input : inputs.get(i)) {
        assemblies.add(columns.get(input.column()).assembly(input.names()));
      }
      decisions.add(new Decision(filters.get(i), assemblies));
    }
    List<ColumnAssembly> outputs = new ArrayList<>();
    for (int column : request.outputs()) {
      outputs.add(columns.get(column).assembly(List.of()));
    }
    return new ColumnParts(parts, decisions, outputs);
  }

  private static boolean exist(List<FieldPath> paths, List<DataType> types) {
    for (FieldPath path : paths) {
      DataType type = types.get(path.column());
      for (String name : path.names()) {
        if (!(type instanceof DataType.Struct struct) || !struct.names().contains(name)) {
          return false;
        }
        type = field(struct, name);
      }
    }
    return true;
  }

  private static DataType field(DataType.Struct struct, String name) {
    return struct.fields().get(struct.names().indexOf(name)).type();
  }

  /** A column and its parts. */
  private static final class Divided {
    private final DataType type;
    private final Map<List<String>, Integer> alone = new LinkedHashMap<>(); // fields that are parts
    private final Map<List<String>, Integer> inStructs = new LinkedHashMap<>(); // others
    private final List<Part> parts;

    /** Divides a column and adds its parts. */
    Divided(
        int column,
        DataType type,
        boolean isOutput,
        List<List<FieldPath>> inputs,
        List<Part> parts) {
      this.type = type;
      this.parts = parts;
      List<List<String>> fields = new ArrayList<>();
      List<List<String>> structs = new ArrayList<>();
      walk(type, new ArrayList<>(), fields, structs);
      Set<List<String>> asked = new HashSet<>();
      for (List<FieldPath> each : inputs) {
        each.stream().filter(path -> path.column() == column).forEach(p -> asked.add(p.names()));
      }
      Set<List<String>> flat = new HashSet<>(fields);
      flat.retainAll(asked);
      if (isOutput || structs.stream().anyMatch(asked::contains)) {
        keepStructs(fields, structs, flat);
      }
      Map<Set<Integer>, Set<List<String>>> byUse = new LinkedHashMap<>();
      for (List<String> field : fields) {
        if (flat.contains(field)) {
          alone.put(field, parts.size());
          parts.add(new Part(column, field, at(type, field)));
        } else {
          byUse
              .computeIfAbsent(users(column, field, inputs), ignored -> new HashSet<>())
              .add(field);
        }
      }
      for (Set<List<String>> together : byUse.values()) {
        together.forEach(field -> inStructs.put(field, parts.size()));
        parts.add(new Part(column, List.of(), only(type, new ArrayList<>(), together)));
      }
    }

    /** Lists the fields that are no structs, and the structs, the inner ones first. */
    private static void walk(
        DataType type, List<String> path, List<List<String>> fields, List<List<String>> structs) {
      if (!(type instanceof DataType.Struct struct)) {
        fields.add(List.copyOf(path));
        return;
      }
      for (Field field : struct.fields()) {
        path.add(field.name());
        walk(field.type(), path, fields, structs);
        path.removeLast();
      }
      structs.add(List.copyOf(path));
    }

    /** Has one field at least of each struct decoded with the struct. */
    private static void keepStructs(
        List<List<String>> fields, List<List<String>> structs, Set<List<String>> flat) {
      for (List<String> struct : structs) {
        List<List<String>> inside = fields.stream().filter(f -> isIn(f, struct)).toList();
        if (flat.containsAll(inside)) {
          flat.remove(inside.getFirst());
        }
      }
    }

    private static boolean isIn(List<String> path, List<String> around) {
      return path.size() >= around.size() && path.subList(0, around.size()).equals(around);
    }

    /** Returns which conjuncts look at a field. */
    private static Set<Integer> users(
        int column, List<String> field, List<List<FieldPath>> inputs) {
      Set<Integer> users = new TreeSet<>();
      for (int i = 0; i < inputs.size(); i++) {
        for (FieldPath input : inputs.get(i)) {
          if (input.column() == column && isIn(field, input.names())) {
            users.add(i);
          }
        }
      }
      return users;
    }

    /** Returns a type with some fields only. */
    private static DataType only(DataType type, List<String> path, Set<List<String>> fields) {
      if (!(type instanceof DataType.Struct struct)) {
        return type;
      }
      List<Field> kept = new ArrayList<>();
      for (Field field : struct.fields()) {
        path.add(field.name());
        if (fields.stream().anyMatch(wanted -> isIn(wanted, path))) {
          kept.add(field.withType(only(field.type(), path, fields)));
        }
        path.removeLast();
      }
      return kept.equals(struct.fields()) ? type : new DataType.Struct(kept);
    }

    private static DataType at(DataType around, List<String> path) {
      DataType found = around;
      for (String name : path) {
        found = field((DataType.Struct) found, name);
      }
      return found;
    }

    ColumnAssembly assembly(List<String> path) {
      Integer part = alone.get(path);
      if (part != null) {
        return new ColumnAssembly.Part(part);
      }
      DataType wanted = at(type, path);
      for (Map.Entry<List<String>, Integer> each : inStructs.entrySet()) {
        if (isIn(each.getKey(), path)) {
          ColumnAssembly.Child child = child(each.getValue(), path);
          if (wanted.equals(at(parts.get(each.getValue()).type, path))) {
            return path.isEmpty() ? new ColumnAssembly.Part(child.part()) : child;
          }
          return struct((DataType.Struct) wanted, path, child);
        }
      }
      throw new IllegalStateException("No part shows which structs " + path + " are null");
    }

    private ColumnAssembly struct(
        DataType.Struct wanted, List<String> path, ColumnAssembly.Child nulls) {
      List<ColumnAssembly> fields = new ArrayList<>();
      for (Field field : wanted.fields()) {
        List<String> inner = new ArrayList<>(path);
        inner.add(field.name());
        fields.add(assembly(inner));
      }
      return new ColumnAssembly.Struct(wanted, fields, nulls);
    }

    private ColumnAssembly.Child child(int part, List<String> path) {
      List<Integer> places = new ArrayList<>();
      DataType around = parts.get(part).type;
      for (String name : path) {
        DataType.Struct struct = (DataType.Struct) around;
        places.add(struct.names().indexOf(name));
        around = field(struct, name);
      }
      return new ColumnAssembly.Child(part, places);
    }
  }
}
