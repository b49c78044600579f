package dev.heddle.planner.sql.reader;

import dev.heddle.frame.error.NearestNames;
import dev.heddle.frame.schema.DataType;
import dev.heddle.planner.sql.tree.Expression;
import dev.heddle.planner.sql.tree.Name;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * A call of a file reader in the place of a table, such as {@code read_parquet(['a', 'b'],
 * union_by_name = true, hive_types = {'year': int})}.
 *
 * <p>The argument is a path or a list of paths; options follow by name ({@code =}, {@code :=} or
 * {@code =>}). Each option is taken once by the reader that knows it; {@link #finish} rejects those
 * that are left. All mistakes are {@link IllegalArgumentException}s for the user.
 */
final class ReaderCall {
  private final String reader;
  private final OptionTypes optionTypes;
  private final String script;
  private final List<String> paths = new ArrayList<>();
  private final Map<String, Expression> options = new LinkedHashMap<>();
  private final List<String> known = new ArrayList<>();

  /**
   * Makes a call of its syntax.
   *
   * @param script the text that the call's spans are parts of
   * @param optionTypes reads the types that options give columns
   */
  ReaderCall(Expression.Call call, String script, OptionTypes optionTypes) {
    this.reader = call.name().getLast().text().toLowerCase(Locale.ROOT);
    this.script = script;
    this.optionTypes = optionTypes;
    for (Expression.Argument argument : call.arguments()) {
      add(argument);
    }
    if (paths.isEmpty()) {
      throw wrong("no path is given");
    }
    if (call.isDistinct() || !call.orderBy().isEmpty() || call.filter() != null) {
      throw wrong("a reader takes a path and options, and no DISTINCT, ORDER BY or FILTER");
    }
  }

  private void add(Expression.Argument argument) {
    Expression value = argument.value();
    if (argument.name() != null) {
      addOption(argument.name(), value);
    } else if (value instanceof Expression.Comparison option
        && option.operator() == Expression.ComparisonOperator.EQUAL
        && option.left() instanceof Expression.ColumnReference name
        && name.parts().size() == 1) {
      addOption(name.parts().getFirst(), option.right());
    } else if (paths.isEmpty()) {
      List<Expression> given =
          value instanceof Expression.ListLiteral list ? list.elements() : List.of(value);
      given.forEach(path -> paths.add(path(path)));
    } else {
      throw wrong("expected an option such as filename = true, not " + text(value));
    }
  }

  private String path(Expression path) {
    if (path instanceof Expression.TextLiteral text) {
      return text.value();
    }
    throw wrong("expected a path in quotes, or a list of such, not " + text(path));
  }

  private void addOption(Name name, Expression value) {
    if (paths.isEmpty()) {
      throw wrong("expected a path in quotes, or a list of such, not option " + name.text());
    }
    if (options.put(name.text().toLowerCase(Locale.ROOT), value) != null) {
      throw wrong("option " + name.text() + " is given twice");
    }
  }

  /** Returns the text of a value: the content of a text, everything else as written. */
  private String text(Expression value) {
    return switch (value) {
      case Expression.TextLiteral text -> text.value();
      case Expression.NumberLiteral number -> number.digits();
      case Expression.ColumnReference name when name.parts().size() == 1 ->
          name.parts().getFirst().text();
      default -> script.substring(value.span().start(), value.span().end());
    };
  }

  /** Returns the error of a call that is wrong. */
  IllegalArgumentException wrong(String what) {
    return new IllegalArgumentException("Cannot call " + reader + ": " + what);
  }

  /** Returns the reader's name, in lower case. */
  String reader() {
    return reader;
  }

  /** Returns the paths. */
  List<String> paths() {
    return paths;
  }

  private void know(String option) {
    if (!known.contains(option)) {
      known.add(option);
    }
  }

  private Optional<Expression> take(String option) {
    know(option);
    return Optional.ofNullable(options.remove(option));
  }

  /** Takes an option that is a text, word or number. */
  Optional<String> text(String option, String expected) {
    return take(option)
        .map(
            value -> {
              boolean isOne =
                  !(value instanceof Expression.ListLiteral)
                      && !(value instanceof Expression.StructLiteral);
              if (isOne) {
                return text(value);
              }
              throw wrong("option " + option + " must be " + expected);
            });
  }

  /** Takes an option that has several names, of which one is to be given. */
  Optional<String> oneOf(String... names) {
    Optional<String> found = Optional.empty();
    String first = "";
    for (String name : names) {
      Optional<String> text = text(name, "a text");
      if (text.isPresent() && found.isPresent()) {
        throw wrong("options " + first + " and " + name + " mean the same; state one of them");
      }
      first = text.isPresent() ? name : first;
      found = found.or(() -> text);
    }
    return found;
  }

  /**
   * Takes an option that is one character, or the empty text.
   *
   * @param none what the empty text means
   */
  Optional<Character> characterOrNone(String option, char none) {
    return text(option, "one character")
        .map(
            text -> {
              String plain = text.equals("\\t") ? "\t" : text;
              if (plain.length() > 1) {
                throw wrong("option " + option + " must be one character, not '" + text + "'");
              }
              return plain.isEmpty() ? none : plain.charAt(0);
            });
  }

  /** Takes an option that is an integer. */
  Optional<Long> number(String option) {
    return text(option, "a number")
        .map(
            text -> {
              try {
                return Long.parseLong(text);
              } catch (NumberFormatException e) {
                throw wrong("option " + option + " must be a number, not " + text);
              }
            });
  }

  /** Takes an option that is true or false. */
  Optional<Boolean> truth(String option) {
    return text(option, "true or false").map(text -> truth(option, text));
  }

  private boolean truth(String option, String text) {
    return switch (text.toLowerCase(Locale.ROOT)) {
      case "true", "on", "1", "yes" -> true;
      case "false", "off", "0", "no" -> false;
      default -> throw wrong("option " + option + " must be true or false, not " + text);
    };
  }

  /** Takes an option that names a column, or only requests one of its own name. */
  Optional<String> column(String option) {
    return text(option, "true, false or the name of a column")
        .flatMap(
            text ->
                switch (text.toLowerCase(Locale.ROOT)) {
                  case "true" -> Optional.of(option);
                  case "false" -> Optional.empty();
                  default -> Optional.of(text);
                });
  }

  /** Takes an option that is a list of texts; a single one counts as a list of it. */
  Optional<List<String>> texts(String option) {
    return take(option)
        .map(
            value ->
                switch (value) {
                  case Expression.ListLiteral list ->
                      list.elements().stream().map(this::text).toList();
                  case Expression.StructLiteral _ ->
                      throw wrong("option " + option + " must be a list");
                  default -> List.of(text(value));
                });
  }

  /** Takes an option that is a list of types; leaves one that is none to {@link #types}. */
  Optional<List<DataType>> typesInOrder(String option) {
    know(option);
    if (!(options.get(option) instanceof Expression.ListLiteral list)) {
      return Optional.empty();
    }
    take(option);
    return Optional.of(list.elements().stream().map(value -> type(option, "one", value)).toList());
  }

  /**
   * Takes an option that gives names types: {@code {'a': 'bigint'}} or {@code struct_pack(a :=
   * 'bigint')}.
   */
  Map<String, DataType> types(String option) {
    Map<String, DataType> types = new LinkedHashMap<>();
    Optional<Expression> value = take(option);
    if (value.isEmpty()) {
      return types;
    }
    switch (value.get()) {
      case Expression.StructLiteral struct ->
          struct
              .fields()
              .forEach(
                  field -> {
                    String name = field.name().text();
                    types.put(name, type(option, name, field.value()));
                  });
      case Expression.Call call when isStruct(call) ->
          call.arguments()
              .forEach(
                  argument -> {
                    String name = argument.name().text();
                    types.put(name, type(option, name, argument.value()));
                  });
      default -> throw wrong("option " + option + " must be like {'name': bigint}");
    }
    return types;
  }

  private static boolean isStruct(Expression.Call call) {
    return call.name().getLast().text().equalsIgnoreCase("struct_pack")
        && call.arguments().stream().allMatch(argument -> argument.name() != null);
  }

  private DataType type(String option, String name, Expression value) {
    Optional<DataType> type =
        value instanceof Expression.TypeReference reference
            ? optionTypes.find(reference.type())
            : optionTypes.find(text(value));
    return type.orElseThrow(
        () -> wrong("option " + option + " gives " + name + " no type: " + text(value)));
  }

  /** Fails if there is an option that nobody has taken. */
  void finish() {
    if (!options.isEmpty()) {
      String option = options.keySet().iterator().next();
      List<String> near = NearestNames.nearest(option, known);
      String hint = near.isEmpty() ? "" : "; did you mean \"" + near.getFirst() + "\"?";
      throw wrong("no option \"" + option + "\" in " + known + hint);
    }
  }
}
