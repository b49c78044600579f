package dev.heddle.engine.database;

import static java.util.Objects.requireNonNull;

import dev.heddle.engine.catalogue.Sequence;
import dev.heddle.engine.catalogue.TableComments;
import dev.heddle.engine.catalogue.TableDefinition;
import dev.heddle.frame.schema.Schema;
import dev.heddle.planner.sql.NamedTypes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What is in a database: its schemas in their order, {@code main} among them. Immutable. */
public record Manifest(List<SchemaContent> schemas) {
  /** Copies the list. */
  public Manifest {
    schemas = List.copyOf(schemas);
  }

  /** Returns the names of all data files. */
  List<String> files() {
    List<String> names = new ArrayList<>();
    for (SchemaContent schema : schemas) {
      for (TableContent table : schema.tables()) {
        table.files().forEach(file -> names.add(file.name()));
      }
    }
    return names;
  }

  /**
   * What is in a schema.
   *
   * @param macros the statements that make them
   * @param types those that have names
   */
  public record SchemaContent(
      String name,
      List<TableContent> tables,
      List<ViewContent> views,
      List<String> macros,
      List<NamedTypes.Entry> types,
      List<SequenceContent> sequences) {
    /** Copies the lists. */
    public SchemaContent {
      requireNonNull(name, "name is null");
      tables = List.copyOf(tables);
      views = List.copyOf(views);
      macros = List.copyOf(macros);
      types = List.copyOf(types);
      sequences = List.copyOf(sequences);
    }

    /** Returns a schema in which nothing is. */
    static SchemaContent empty(String name) {
      return new SchemaContent(name, List.of(), List.of(), List.of(), List.of(), List.of());
    }
  }

  /**
   * A sequence.
   *
   * @param next the value that the next session gives first; null if all were given
   */
  public record SequenceContent(String name, Sequence.Definition definition, @Nullable Long next) {}

  /**
   * A table.
   *
   * @param files its rows, in the order of the table; none without rows
   */
  public record TableContent(
      String name,
      Schema schema,
      TableDefinition definition,
      TableComments comments,
      List<DataFile> files) {
    /** Copies the list. */
    public TableContent {
      requireNonNull(name, "name is null");
      files = List.copyOf(files);
    }
  }

  /**
   * A view.
   *
   * @param home the schema of names without one in its query
   * @param names names of all its columns; empty for the query's own
   * @param schema the columns that it had when it was created
   */
  public record ViewContent(
      String name,
      String home,
      String text,
      List<String> names,
      Schema schema,
      TableComments comments) {
    /** Copies the list. */
    public ViewContent {
      requireNonNull(name, "name is null");
      names = List.copyOf(names);
    }
  }
}
