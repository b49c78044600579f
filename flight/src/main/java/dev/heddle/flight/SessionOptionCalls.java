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
 * Settings of a client's session as options of Flight: those that {@code SET} knows, the catalog,
 * and in how many parts large results are wanted. Stateless.
 */
final class SessionOptionCalls {
  private static final String CATALOG = "catalog";
  private static final String ENDPOINTS = "endpoints";
  private static final int MAX_ENDPOINTS = 64;

  private SessionOptionCalls() {}

  /** Changes settings, each by itself; what cannot be is reported for its name. */
  static SetSessionOptionsResult set(ClientSession owner, Map<String, SessionOptionValue> options) {
    Map<String, SetSessionOptionsResult.Error> errors = new LinkedHashMap<>();
    new TreeMap<>(options)
        .forEach(
            (name, value) -> {
              try {
                set(owner, name, value.acceptVisitor(new Texts()));
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

  private static int endpoints(List<String> values) {
    String text = values.isEmpty() ? "1" : String.join(", ", values);
    try {
      int wanted = Integer.parseInt(text);
      if (wanted >= 1 && wanted <= MAX_ENDPOINTS) {
        return wanted;
      }
    } catch (NumberFormatException e) {
      // as a number that is too large
    }
    throw FlightErrors.invalid(
        "Cannot set endpoints to " + text + ": give a number from 1 to " + MAX_ENDPOINTS);
  }

  private static void set(ClientSession owner, String name, List<String> values) {
    if (name.equalsIgnoreCase(CATALOG)) {
      String catalog = String.join(", ", values);
      if (!values.isEmpty() && !catalog.equalsIgnoreCase(CatalogueRows.CATALOG)) {
        throw FlightErrors.unsupported(
            "Cannot use catalog " + catalog + ": there is heddle alone; leave it out");
      }
      return;
    }
    if (name.equalsIgnoreCase(ENDPOINTS)) {
      owner.setEndpoints(endpoints(values));
      return;
    }
    Session session = owner.session();
    String quoted = "\"" + name.replace("\"", "\"\"") + "\"";
    List<String> texts = values.stream().map(v -> "'" + v.replace("'", "''") + "'").toList();
    session.execute(
        values.isEmpty() ? "reset " + quoted : "set " + quoted + " = " + String.join(", ", texts));
  }

  /** Returns all settings, as texts. */
  static GetSessionOptionsResult get(ClientSession owner) {
    Map<String, SessionOptionValue> options = new TreeMap<>();
    options.put(CATALOG, SessionOptionValueFactory.makeSessionOptionValue(CatalogueRows.CATALOG));
    options.put(
        ENDPOINTS,
        SessionOptionValueFactory.makeSessionOptionValue(Integer.toString(owner.endpoints())));
    owner
        .session()
        .execute(
            "select name, value from duckdb_settings()",
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
