package dev.heddle.planner.sql.binder;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.planner.sql.TypeNames;
import dev.heddle.planner.sql.TypeParameters;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.reader.OptionTypes;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Binds the names of types. */
final class TypeBinder {
  private final BindContext context;

  TypeBinder(BindContext context) {
    this.context = context;
  }

  /** Returns the type, in which a text has no length. */
  DataType bind(TypeName name) {
    if (length(name) > 0) {
      throw context.error(
          name.span(),
          "a length is kept in a cast to VARCHAR(n) alone, not in a part of a type; leave it out");
    }
    return withoutLength(name);
  }

  /** Returns the types in options of readers; those of texts as in a script of their own. */
  OptionTypes optionTypes() {
    return new OptionTypes() {
      @Override
      public Optional<DataType> find(String text) {
        try {
          TypeName type = SqlParser.type(text);
          BindContext own = new BindContext(text, context.catalogue());
          return Optional.of(new TypeBinder(own).bind(type));
        } catch (AnalysisException e) {
          return Optional.empty();
        }
      }

      @Override
      public Optional<DataType> find(TypeName type) {
        try {
          return Optional.of(bind(type));
        } catch (AnalysisException e) {
          return Optional.empty();
        }
      }
    };
  }

  /** Returns the length of {@code VARCHAR(n)}; 0 for other types. */
  int length(TypeName name) {
    return name instanceof TypeName.Scalar scalar
            && !scalar.parameters().isEmpty()
            && scalar(scalar) instanceof DataType.Str
        ? scalar.parameters().getFirst()
        : 0;
  }

  /** Returns the type; the length of a text is left out. */
  DataType withoutLength(TypeName name) {
    return switch (name) {
      case TypeName.Scalar scalar -> scalar(scalar);
      case TypeName.ListOf list -> {
        if (list.length() != null) {
          throw context.error(
              list.span(),
              "lists have no fixed length; leave " + list.length() + " out of the type");
        }
        yield new DataType.ListOf(bind(list.element()));
      }
      case TypeName.MapOf map -> new DataType.MapOf(bind(map.key()), bind(map.value()));
      case TypeName.StructOf struct -> {
        List<Field> fields = new ArrayList<>();
        for (TypeName.FieldType field : struct.fields()) {
          fields.add(Field.of(field.name().text(), bind(field.type())));
        }
        yield new DataType.Struct(fields);
      }
    };
  }

  private DataType scalar(TypeName.Scalar name) {
    DataType type =
        TypeNames.find(name.name().text())
            .orElseThrow(
                () -> context.error(name.name().span(), "no type \"" + name.name().text() + "\""));
    TypeParameters.refusal(type, name.parameters())
        .ifPresent(
            reason -> {
              throw context.error(name.span(), reason);
            });
    DataType full = TypeParameters.apply(type, name.parameters());
    if (!name.withTimeZone()) {
      return full;
    }
    if (full instanceof DataType.Timestamp timestamp) {
      return new DataType.Timestamp(timestamp.unit(), true);
    }
    throw context.error(
        name.span(), type.sqlName() + " has no time zone; use TIMESTAMP WITH TIME ZONE");
  }
}
