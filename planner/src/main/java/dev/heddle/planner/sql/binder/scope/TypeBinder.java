package dev.heddle.planner.sql.binder.scope;

import dev.heddle.frame.error.AnalysisException;
import dev.heddle.frame.schema.DataType;
import dev.heddle.frame.schema.Field;
import dev.heddle.planner.sql.NamedTypes;
import dev.heddle.planner.sql.TypeNames;
import dev.heddle.planner.sql.TypeParameters;
import dev.heddle.planner.sql.parser.SqlParser;
import dev.heddle.planner.sql.reader.OptionTypes;
import dev.heddle.planner.sql.tree.TypeName;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** Binds the names of types. */
public final class TypeBinder {
  private final BindContext context;
  private final NamedTypes named;

  /** Makes it for a text with the types of the session. */
  public TypeBinder(BindContext context) {
    this(context, context.catalogue().types());
  }

  /** Makes it for a text with types that have names. */
  public TypeBinder(BindContext context, NamedTypes named) {
    this.context = context;
    this.named = named;
  }

  /** Returns the type, in which a text has no length and a timestamp no digits left out. */
  DataType bind(TypeName name) {
    if (length(name) > 0) {
      throw context.error(
          name.span(),
          "a length has effect in a cast to VARCHAR(n) alone, not within a type; leave it out");
    }
    return column(name);
  }

  /** Returns the type of a column, in which the length of a text is a note. */
  public DataType column(TypeName name) {
    OptionalInt digits = roundedDigits(name);
    if (digits.isPresent()) {
      throw context.error(
          name.span(),
          "columns and parts of types keep 6 or 9 digits behind the second, not "
              + digits.getAsInt()
              + "; use TIMESTAMP here, and CAST(x AS TIMESTAMP("
              + digits.getAsInt()
              + ")) where values are to be rounded");
    }
    return withoutLength(name);
  }

  /** Returns the types in options of readers; those of texts as in a script of their own. */
  public OptionTypes optionTypes() {
    return new OptionTypes() {
      @Override
      public Optional<DataType> find(String text) {
        try {
          TypeName type = SqlParser.type(text);
          requireNoLength(type, "in an option");
          BindContext own = new BindContext(text, context.catalogue());
          return Optional.of(new TypeBinder(own, named).bind(type));
        } catch (AnalysisException e) {
          return Optional.empty();
        }
      }

      @Override
      public Optional<DataType> find(TypeName type) {
        try {
          requireNoLength(type, "in an option");
          return Optional.of(bind(type));
        } catch (AnalysisException e) {
          return Optional.empty();
        }
      }
    };
  }

  /** Returns the length of {@code VARCHAR(n)}; 0 for other types. */
  public int length(TypeName name) {
    return name instanceof TypeName.Scalar scalar
            && !scalar.parameters().isEmpty()
            && scalar(scalar) instanceof DataType.Str
        ? scalar.parameters().getFirst()
        : 0;
  }

  /**
   * Returns to how many digits behind the second a cast to the type rounds; nothing if the type
   * keeps all that it is given.
   */
  public OptionalInt roundedDigits(TypeName name) {
    return name instanceof TypeName.Scalar scalar && !scalar.withTimeZone()
        ? TypeNames.roundedDigits(scalar.name().text(), scalar.parameters())
        : OptionalInt.empty();
  }

  /** Returns the type; the length of a text and digits to which values are rounded are left out. */
  public DataType withoutLength(TypeName name) {
    return switch (name) {
      case TypeName.Scalar scalar -> scalar(scalar);
      case TypeName.ListOf list -> {
        if (list.length() != null
            && (list.length() < 1 || list.length() > FixedLengths.MAX_LENGTH)) {
          throw context.error(
              list.span(),
              "an array has 1 to "
                  + FixedLengths.MAX_LENGTH
                  + " elements, not "
                  + list.length()
                  + "; leave the number out for a list of any length");
        }
        yield new DataType.ListOf(bind(list.element()));
      }
      case TypeName.MapOf map -> {
        requireNoLength(map.key(), "in a map");
        requireNoLength(map.value(), "in a map");
        yield new DataType.MapOf(bind(map.key()), bind(map.value()));
      }
      case TypeName.EnumOf labelled -> {
        try {
          yield new DataType.Enumeration(labelled.labels());
        } catch (AnalysisException e) {
          throw context.error(labelled.span(), e.getMessage());
        }
      }
      case TypeName.StructOf struct -> {
        List<Field> fields = new ArrayList<>();
        for (TypeName.FieldType field : struct.fields()) {
          fields.add(Field.of(field.name().text(), bind(field.type())));
        }
        yield new DataType.Struct(fields);
      }
    };
  }

  /** Fails if a type has a fixed length, where nothing would look at it. */
  public void requireNoLength(TypeName name, String place) {
    if (FixedLengths.isIn(name)) {
      throw context.error(
          name.span(),
          "lists have no fixed length "
              + place
              + "; leave it out of the type, and cast where it is to be looked at");
    }
  }

  private DataType scalar(TypeName.Scalar name) {
    DataType own = named.find(name.name().text()).orElse(null);
    if (own != null) {
      if (!name.parameters().isEmpty() || name.withTimeZone()) {
        throw context.error(
            name.span(), "type \"" + name.name().text() + "\" is written without parameters");
      }
      return own;
    }
    DataType type =
        TypeNames.find(name.name().text())
            .or(
                () ->
                    roundedDigits(name).isPresent()
                        ? Optional.of(DataType.TIMESTAMP)
                        : Optional.empty())
            .orElseThrow(
                () -> context.error(name.name().span(), "no type \"" + name.name().text() + "\""));
    List<Integer> parameters = roundedDigits(name).isPresent() ? List.of() : name.parameters();
    TypeParameters.refusal(type, parameters)
        .ifPresent(
            reason -> {
              throw context.error(name.span(), reason);
            });
    DataType full = TypeParameters.apply(type, parameters);
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
