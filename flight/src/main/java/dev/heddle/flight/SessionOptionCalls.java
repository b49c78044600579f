package dev.heddle.flight;

import dev.heddle.frame.Session;
import dev.heddle.frame.error.ErrorCode;
import dev.heddle.frame.error.HeddleException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.arrow.flight.GetSessionOptionsResult;
import org.apache.arrow.flight.SessionOptionValue;
import org.apache.arrow.flight.SessionOptionValueFactory;
import org.apache.arrow.flight.SessionOptionValueVisitor;
import org.apache.arrow.flight.SetSessionOptionsResult;

/**
 * Settings of a client's session as options of Flight: those that {@code SET} knows, and the
 * catalog. Stateless.
 */
final class SessionOptionCalls {
  private static final String CATALOG = "catalog";

  private SessionOptionCalls() {}

  /** Changes settings, each by itself; what cannot be is reported for its name. */
  static SetSessionOptionsResult set(Session session, Map<String, SessionOptionValue> options) {
    Map<String, SetSessionOptionsResult.Error> errors = new LinkedHashMap<>();
    new TreeMap<>(options)
        .forEach(
            (name, value) -> {
              try {
                set(session, name, value.acceptVisitor(new Texts()));
              } catch (HeddleException e) {
                errors.put(name, new SetSessionOptionsResult.Error(kind(e.code())));
              }
            });
    return new SetSessionOptionsResult(errors);
  }

  private static SetSessionOptionsResult.ErrorValue kind(ErrorCode code) {
    return switch (code) {
      case NOT_FOUND, SYNTAX -> SetSessionOptionsResult.ErrorValue.INVALID_NAME;
      case INVALID_ARGUMENT, UNSUPPORTED, ANALYSIS ->
          SetSessionOptionsResult.ErrorValue.INVALID_VALUE;
      default -> SetSessionOptionsResult.ErrorValue.ERROR;
    };
  }

  private static void set(Session session, String name, List<String> values) {
    if (name.equalsIgnoreCase(CATALOG)) {
      String catalog = String.join(", ", values);
      if (!values.isEmpty() && !catalog.equalsIgnoreCase(CatalogueRows.CATALOG)) {
        throw FlightErrors.unsupported(
            "Cannot use catalog " + catalog + ": there is heddle alone; leave it out");
      }
      return;
    }
    String quoted = "\"" + name.replace("\"", "\"\"") + "\"";
    List<String> texts = values.stream().map(v -> "'" + v.replace("'", "''") + "'").toList();
    session.execute(
        values.isEmpty() ? "reset " + quoted : "set " + quoted + " = " + String.join(", ", texts));
  }

  /** Returns all settings, as texts. */
  static GetSessionOptionsResult get(Session session) {
    Map<String, SessionOptionValue> options = new TreeMap<>();
    options.put(CATALOG, SessionOptionValueFactory.makeSessionOptionValue(CatalogueRows.CATALOG));
    session.execute(
        "show all",
        result ->
            result
                .rows()
                .forEach(
                    row ->
                        options.put(
                            String.valueOf(row.value(0)),
                            SessionOptionValueFactory.makeSessionOptionValue(
                                String.valueOf(row.value(1))))));
    return new GetSessionOptionsResult(options);
  }

  /** Writes values as SET reads them; none means what the session was opened with. */
  private static final class Texts implements SessionOptionValueVisitor<List<String>> {
    @Override
    public List<String> visit(String value) {
      return List.of(value);
    }

    @Override
    public List<String> visit(boolean value) {
      return List.of(value ? "on" : "off");
    }

    @Override
    public List<String> visit(long value) {
      return List.of(Long.toString(value));
    }

    @Override
    public List<String> visit(double value) {
      long exact = (long) value;
      return List.of(exact == value ? Long.toString(exact) : Double.toString(value));
    }

    @Override
    public List<String> visit(String[] value) {
      return List.of(value);
    }

    @Override
    public List<String> visit(Void value) {
      return List.of();
    }
  }
}
