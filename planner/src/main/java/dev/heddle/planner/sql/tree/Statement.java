package dev.heddle.planner.sql.tree;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** One statement of a script. */
public sealed interface Statement {
  /** Returns where it is written, without the semicolon. */
  Span span();

  /** One that takes no parameters and gives neither rows nor a count of them. */
  sealed interface Command extends Statement {}

  /** A query whose rows are the result. */
  record Select(Query query, Span span) implements Statement {}

  /**
   * {@code CREATE [OR REPLACE] VIEW name [(columns)] AS query}.
   *
   * @param columns new names of all columns; empty to keep those of the query
   */
  record CreateView(TableName name, boolean replaces, List<Name> columns, Query query, Span span)
      implements Command {
    /** Copies the list. */
    public CreateView {
      columns = List.copyOf(columns);
    }
  }

  /**
   * {@code CREATE [OR REPLACE] TABLE [IF NOT EXISTS] name (column type [NOT NULL], ...,
   * constraints)}.
   *
   * @param constraints those of columns and of the table, in the order of the text
   */
  record CreateTable(
      TableName name,
      boolean replaces,
      boolean ifNotExists,
      List<ColumnDefinition> columns,
      List<TableConstraint> constraints,
      Span span)
      implements Command {
    /** Copies the lists. */
    public CreateTable {
      columns = List.copyOf(columns);
      constraints = List.copyOf(constraints);
    }
  }

  /**
   * A column of CREATE TABLE.
   *
   * @param type null for that of what it is generated as
   * @param otherwise its value where a row has none, after DEFAULT; null for null
   * @param generated what it always is, of other columns; null for one that is given
   */
  record ColumnDefinition(
      Name name,
      @Nullable TypeName type,
      boolean isNullable,
      @Nullable Expression otherwise,
      @Nullable Expression generated) {}

  /** {@code CREATE [OR REPLACE] TABLE [IF NOT EXISTS] name AS query}. */
  record CreateTableAs(
      TableName name, boolean replaces, boolean ifNotExists, Query query, Span span)
      implements Statement {}

  /**
   * {@code INSERT [OR REPLACE | OR IGNORE] INTO name [AS alias] [(columns) | BY NAME] query [ON
   * CONFLICT ...] [RETURNING items]}.
   *
   * @param alias another name of the table in what ON CONFLICT sets; null without
   * @param columns columns that the query gives, in its order; empty for all
   * @param byName whether the query's columns are put where their names are
   * @param query one row without a value for {@code DEFAULT VALUES}
   * @param isCopy whether the query is the rows of a file, by {@code COPY name FROM}
   * @param conflict what is done with rows whose key there is already; null for an error
   * @param returning columns over the new rows; empty without
   */
  record Insert(
      TableName name,
      @Nullable Name alias,
      List<Name> columns,
      boolean byName,
      Query query,
      boolean isCopy,
      @Nullable Conflict conflict,
      List<Query.SelectItem> returning,
      Span span)
      implements Statement {
    /** Copies the lists. */
    public Insert {
      columns = List.copyOf(columns);
      returning = List.copyOf(returning);
    }
  }

  /**
   * {@code INSERT INTO 'folder/' [(columns) | BY NAME] query}, which adds files to a folder.
   *
   * @param insert the same with the folder as the name of a table, without conflict and returning
   */
  record InsertFiles(Expression.TextLiteral folder, Insert insert, Span span)
      implements Statement {}

  /**
   * {@code ON CONFLICT [(key)] DO NOTHING} or {@code DO UPDATE SET column = value, ... [WHERE
   * condition]}; {@code OR IGNORE} and {@code OR REPLACE} likewise.
   *
   * @param key columns of the key; empty for that of the table
   * @param columns what is set, with DO UPDATE alone
   * @param where of the rows that DO UPDATE changes; null for all
   */
  record Conflict(
      ConflictAction action,
      List<Name> key,
      List<SetColumn> columns,
      @Nullable Expression where,
      Span span) {
    /** Copies the lists. */
    public Conflict {
      key = List.copyOf(key);
      columns = List.copyOf(columns);
    }
  }

  /** What an INSERT does with rows whose key there is already. */
  enum ConflictAction {
    NOTHING,
    UPDATE,
    REPLACE
  }

  /** {@code WITH [RECURSIVE] name AS (query), ...} before a statement that changes a table. */
  record With(boolean isRecursive, List<Query.CommonTable> tables, Span span) {
    /** Copies the list. */
    public With {
      tables = List.copyOf(tables);
    }

    /** That of a statement without it. */
    public static With none(int start) {
      return new With(false, List.of(), new Span(start, start));
    }
  }

  /**
   * {@code UPDATE name [alias] SET column = value, ... [FROM relations] [WHERE condition]
   * [RETURNING items]}.
   *
   * @param alias another name of the table in the expressions; null without
   * @param from what rows are joined with; null without
   * @param where null for all rows
   * @param returning columns over the changed rows; empty without
   */
  record Update(
      With with,
      TableName name,
      @Nullable Name alias,
      List<SetColumn> columns,
      @Nullable Relation from,
      @Nullable Expression where,
      List<Query.SelectItem> returning,
      Span span)
      implements Statement {
    /** Copies the lists. */
    public Update {
      columns = List.copyOf(columns);
      returning = List.copyOf(returning);
    }
  }

  /** {@code column = value} in UPDATE. */
  record SetColumn(Name column, Expression value, Span span) {}

  /**
   * {@code DELETE FROM name [alias] [USING relations] [WHERE condition] [RETURNING items]}, and
   * {@code TRUNCATE name}.
   *
   * @param alias another name of the table in the expressions; null without
   * @param using what rows are joined with; null without
   * @param where null for all rows
   * @param returning columns over the rows that go; empty without
   */
  record Delete(
      With with,
      TableName name,
      @Nullable Name alias,
      @Nullable Relation using,
      @Nullable Expression where,
      List<Query.SelectItem> returning,
      Span span)
      implements Statement {
    /** Copies the list. */
    public Delete {
      returning = List.copyOf(returning);
    }
  }

  /**
   * {@code MERGE INTO name [alias] USING source ON condition WHEN ... THEN ... [RETURNING items]}.
   *
   * @param alias another name of the table in the expressions; null without
   * @param condition null with {@code using}
   * @param using names after {@code USING} behind the source; empty without
   * @param clauses at least one
   * @param returning columns over the changed rows; empty without
   */
  record Merge(
      With with,
      TableName name,
      @Nullable Name alias,
      Relation source,
      @Nullable Expression condition,
      List<Name> using,
      List<MergeClause> clauses,
      List<Query.SelectItem> returning,
      Span span)
      implements Statement {
    /** Copies the lists. */
    public Merge {
      using = List.copyOf(using);
      clauses = List.copyOf(clauses);
      returning = List.copyOf(returning);
    }
  }

  /** {@code DROP TABLE} or {@code DROP VIEW [IF EXISTS] name}. */
  record Drop(boolean isView, TableName name, boolean ifExists, Span span) implements Command {}

  /** {@code ALTER TABLE [IF EXISTS] name action}, and ALTER VIEW, which renames. */
  record Alter(boolean isView, TableName name, boolean ifExists, AlterAction action, Span span)
      implements Command {}

  /**
   * {@code CREATE [UNIQUE] INDEX [IF NOT EXISTS] name ON table (columns)}.
   *
   * @param name null for one that is made of the table's and the columns'
   */
  record CreateIndex(
      boolean isUnique,
      boolean ifNotExists,
      @Nullable Name name,
      TableName table,
      List<Name> columns,
      Span span)
      implements Command {
    /** Copies the list. */
    public CreateIndex {
      columns = List.copyOf(columns);
    }
  }

  /** {@code DROP INDEX [IF EXISTS] name}. */
  record DropIndex(Name name, boolean ifExists, Span span) implements Command {}

  /**
   * {@code COMMENT ON TABLE name IS 'text'}, and on VIEW and COLUMN likewise.
   *
   * @param column null for the table or view
   * @param text null for none
   */
  record Comment(TableName name, @Nullable Name column, @Nullable String text, Span span)
      implements Command {}

  /**
   * {@code ANALYZE [table]}.
   *
   * @param name null for all tables
   */
  record Analyze(@Nullable TableName name, Span span) implements Command {}

  /** {@code SET VARIABLE name = value}. */
  record SetVariable(Name name, Expression value, Span span) implements Command {}

  /** {@code RESET VARIABLE name}. */
  record ResetVariable(Name name, Span span) implements Command {}

  /**
   * {@code PREPARE name AS statement}.
   *
   * @param parameters those of the statement, in the order of the text
   */
  record Prepare(Name name, Span body, List<Expression.Parameter> parameters, Span span)
      implements Command {
    public Prepare {
      parameters = List.copyOf(parameters);
    }
  }

  /** {@code EXECUTE name(value, …)} or {@code EXECUTE name(parameter := value, …)}. */
  record Execute(Name name, List<ExecuteArgument> arguments, Span span) implements Statement {
    public Execute {
      arguments = List.copyOf(arguments);
    }
  }

  /**
   * {@code DEALLOCATE [PREPARE] name}.
   *
   * @param name null for all
   */
  record Deallocate(@Nullable Name name, Span span) implements Command {}

  /**
   * {@code CREATE [OR REPLACE] SEQUENCE [IF NOT EXISTS] name}.
   *
   * @param existing what becomes of one of that name
   * @param increment what is added for the next value; negative to count down
   * @param start the first value; null for the bound that the sequence counts from
   * @param min the least value; null for the one that the direction has
   * @param max the greatest value; likewise
   * @param cycles whether it begins again behind the last value
   */
  record CreateSequence(
      TableName name,
      Existing existing,
      long increment,
      @Nullable Long start,
      @Nullable Long min,
      @Nullable Long max,
      boolean cycles,
      Span span)
      implements Command {}

  /** {@code DROP SEQUENCE [IF EXISTS] name}. */
  record DropSequence(TableName name, boolean ifExists, Span span) implements Command {}

  /** {@code CHECKPOINT} and {@code VACUUM}, after which nothing waits to be written. */
  record Checkpoint(Span span) implements Command {}

  /** {@code SHOW CREATE TABLE name}, and of a view. */
  record ShowCreate(TableName name, Span span) implements Statement {}

  /** {@code CREATE [OR REPLACE] MACRO name(parameters) AS value} or {@code AS TABLE query}. */
  record CreateMacro(TableName name, Macro macro, boolean replaces, Span span) implements Command {}

  /** {@code DROP MACRO [TABLE] [IF EXISTS] name}. */
  record DropMacro(TableName name, boolean isTable, boolean ifExists, Span span)
      implements Command {}

  /** {@code CREATE SCHEMA [IF NOT EXISTS] [database.]name}. */
  record CreateSchema(TableName name, boolean ifNotExists, Span span) implements Command {}

  /** {@code DROP SCHEMA [IF EXISTS] [database.]name [CASCADE | RESTRICT]}. */
  record DropSchema(TableName name, boolean ifExists, boolean isCascading, Span span)
      implements Command {}

  /**
   * {@code ATTACH [DATABASE] [IF NOT EXISTS] 'folder' [AS name] [(READ_ONLY)]}.
   *
   * @param name null for that of the folder
   */
  record Attach(
      Expression.TextLiteral folder,
      @Nullable Name name,
      boolean ifNotExists,
      boolean isReadOnly,
      Span span)
      implements Command {}

  /** {@code DETACH [DATABASE] [IF EXISTS] name}. */
  record Detach(Name name, boolean ifExists, Span span) implements Command {}

  /**
   * {@code CREATE [OR REPLACE] TYPE [IF NOT EXISTS] name AS type} or {@code AS ENUM (query)}.
   *
   * @param type null if the labels are those of a query
   * @param labels null if the type is written
   */
  record CreateType(
      TableName name,
      boolean replaces,
      boolean ifNotExists,
      @Nullable TypeName type,
      @Nullable Query labels,
      Span span)
      implements Command {
    /** Returns this with the words OR REPLACE. */
    public CreateType replacing() {
      return new CreateType(name, true, ifNotExists, type, labels, span);
    }
  }

  /** {@code DROP TYPE [IF EXISTS] name}. */
  record DropType(TableName name, boolean ifExists, Span span) implements Command {}

  /** {@code CACHE TABLE name}, and UNCACHE, PERSIST and UNPERSIST likewise. */
  record Hold(HoldKind kind, TableName name, Span span) implements Command {}

  /** {@code COPY (query) TO 'path' (options)}, or with a table in place of the query. */
  record Copy(Query query, Expression.TextLiteral path, List<CopyOption> options, Span span)
      implements Statement {
    /** Copies the list. */
    public Copy {
      options = List.copyOf(options);
    }
  }

  /**
   * {@code key}, {@code key value} or {@code key (value, ...)}.
   *
   * @param values null where the key is alone
   */
  record CopyOption(Name key, @Nullable List<String> values) {
    /** Copies the list. */
    public CopyOption {
      values = values == null ? null : List.copyOf(values);
    }
  }

  /**
   * {@code EXPLAIN [ANALYZE | LOGICAL | OPTIMIZED | PHYSICAL] query}, or {@code EXPLAIN ([ANALYZE]
   * [, PROFILE] [, FORMAT {TEXT | JSON}]) query}.
   */
  record Explain(ExplainKind kind, Query query, Span span) implements Statement {}

  /**
   * {@code USE schema}, and {@code SET SCHEMA} and {@code SET CATALOG} likewise.
   *
   * @param schema a schema, a catalogue, or both
   */
  record Use(List<Name> schema, Span span) implements Command {
    /** Copies the list. */
    public Use {
      schema = List.copyOf(schema);
    }
  }

  /** {@code SET name = value}, and statements of the standard that mean one or several of these. */
  record SetOptions(List<Assignment> assignments, Span span) implements Command {
    /** Copies the list. */
    public SetOptions {
      assignments = List.copyOf(assignments);
    }
  }

  /**
   * A setting and what it is to be.
   *
   * @param values empty for DEFAULT
   */
  record Assignment(String name, List<String> values) {
    /** Copies the list. */
    public Assignment {
      values = List.copyOf(values);
    }
  }

  /**
   * {@code RESET name} or {@code RESET ALL}.
   *
   * @param name null for all
   */
  record ResetOption(@Nullable String name, Span span) implements Command {}

  /** {@code SHOW name}: a setting, or a table where there is no such setting. */
  record ShowOption(String name, Span span) implements Statement {}

  /**
   * {@code BEGIN}, {@code COMMIT} and the like.
   *
   * @param modes what {@code START TRANSACTION} asks for
   */
  record Transaction(TransactionKind kind, List<Assignment> modes, Span span) implements Command {
    /** Copies the list. */
    public Transaction {
      modes = List.copyOf(modes);
    }
  }

  /** What a statement does with a transaction. */
  enum TransactionKind {
    BEGIN,
    COMMIT,
    ROLLBACK,
    SAVEPOINT
  }

  /** {@code SHOW FUNCTIONS}. */
  record ShowFunctions(Span span) implements Statement {}

  /** {@code SHOW TABLES}: the tables and views that are found by their own names. */
  record ShowTables(Span span) implements Statement {}

  /** {@code DESCRIBE name}, a path or a query: the columns of a result. */
  record Describe(Query query, Span span) implements Statement {}
}
