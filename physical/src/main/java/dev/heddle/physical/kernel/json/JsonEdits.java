package dev.heddle.physical.kernel.json;

import dev.heddle.physical.kernel.Failures;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Changes a JSON value at a place. What is on the way there and missing is made: an object for a
 * name, an array for its first element. A way through a number, a text or null leads nowhere, and
 * nothing changes. Keeps the path that it was asked for last; used by one thread.
 */
public final class JsonEdits {
  /** What is done at the place. */
  public enum Edit {
    /** A value is put, in place of the one that is there. */
    SET,
    /** A value is put where there is none. */
    INSERT,
    /** A value is put in place of the one that is there. */
    REPLACE,
    /** The value that is there is taken away. */
    REMOVE;

    private boolean adds() {
      return this == SET || this == INSERT;
    }
  }

  private final Edit edit;
  private @Nullable String pathText;
  private JsonPath path = JsonPath.ROOT;

  /** Makes what does an edit. */
  public JsonEdits(Edit edit) {
    this.edit = edit;
  }

  /**
   * Returns the changed value.
   *
   * @param value what is put; not read by {@link Edit#REMOVE}
   * @return null if all of it has been removed
   */
  public @Nullable String edited(String json, String place, @Nullable String value) {
    JsonTree whole = JsonTree.of(json);
    JsonTree given = value == null ? JsonTree.NULL : JsonTree.of(value);
    JsonTree changed = at(whole, steps(place), given);
    return changed == null ? null : changed.json();
  }

  private List<JsonPath.Step> steps(String place) {
    if (!place.equals(pathText)) {
      JsonPath found = JsonPath.of(place);
      if (found.hasStars()) {
        throw Failures.argument(
            "Cannot change JSON at the path '"
                + Failures.shorten(place)
                + "': paths of more than one value are not supported; name each place");
      }
      path = found;
      pathText = place;
    }
    return path.steps();
  }

  /** Returns what becomes of a value that is there; null if it goes away. */
  private @Nullable JsonTree at(JsonTree value, List<JsonPath.Step> steps, JsonTree given) {
    if (steps.isEmpty()) {
      return switch (edit) {
        case SET, REPLACE -> given;
        case INSERT -> value;
        case REMOVE -> null;
      };
    }
    return switch (value) {
      case JsonTree.ObjectTree members -> inObject(members, steps, given);
      case JsonTree.ArrayTree(List<JsonTree> elements) -> {
        int index = index(steps.getFirst(), elements.size());
        yield index < 0 ? value : inArray(elements, index, steps, given);
      }
      case JsonTree.Leaf _ -> value;
    };
  }

  private JsonTree inObject(JsonTree.ObjectTree object, List<JsonPath.Step> steps, JsonTree given) {
    String name =
        switch (steps.getFirst()) {
          case JsonPath.Step.Member(String member) -> member;
          case JsonPath.Step.Either(String member) -> member;
          case JsonPath.Step _ -> null;
        };
    if (name == null) {
      return object;
    }
    List<JsonPath.Step> rest = steps.subList(1, steps.size());
    List<JsonTree.Member> members = new ArrayList<>(object.members());
    int index = object.indexOf(name);
    if (index < 0) {
      JsonTree made = edit.adds() ? made(rest, given) : null;
      if (made == null) {
        return object;
      }
      members.add(new JsonTree.Member(name, made));
      return new JsonTree.ObjectTree(members);
    }
    JsonTree changed = at(members.get(index).value(), rest, given);
    if (rest.isEmpty() && edit != Edit.INSERT) {
      List<JsonTree.Member> repeated = members.subList(index + 1, members.size());
      repeated.removeIf(member -> member.name().equals(name));
    }
    if (changed == null) {
      members.remove(index);
    } else {
      members.set(index, new JsonTree.Member(name, changed));
    }
    return new JsonTree.ObjectTree(members);
  }

  private JsonTree inArray(
      List<JsonTree> all, int index, List<JsonPath.Step> steps, JsonTree given) {
    List<JsonPath.Step> rest = steps.subList(1, steps.size());
    List<JsonTree> elements = new ArrayList<>(all);
    boolean isThere = index < elements.size();
    JsonTree changed =
        isThere
            ? at(elements.get(index), rest, given)
            : index == elements.size() && edit.adds() ? made(rest, given) : null;
    if (!isThere && changed != null) {
      elements.add(changed);
    } else if (isThere && changed == null) {
      elements.remove(index);
    } else if (isThere) {
      elements.set(index, changed);
    }
    return new JsonTree.ArrayTree(elements);
  }

  /** Returns what is put where nothing is; null if the rest of the path cannot be made. */
  private static @Nullable JsonTree made(List<JsonPath.Step> steps, JsonTree given) {
    if (steps.isEmpty()) {
      return given;
    }
    UnaryOperator<JsonTree> around =
        switch (steps.getFirst()) {
          case JsonPath.Step.Member(String name) -> inside -> object(name, inside);
          case JsonPath.Step.Either(String name) -> inside -> object(name, inside);
          case JsonPath.Step step ->
              index(step, 0) == 0 ? inside -> new JsonTree.ArrayTree(List.of(inside)) : null;
        };
    JsonTree inside = around == null ? null : made(steps.subList(1, steps.size()), given);
    return inside == null ? null : around.apply(inside);
  }

  private static JsonTree object(String name, JsonTree value) {
    return new JsonTree.ObjectTree(List.of(new JsonTree.Member(name, value)));
  }

  /** Returns the position of an element, the length of what is behind the last; else below 0. */
  private static int index(JsonPath.Step step, int length) {
    long index =
        switch (step) {
          case JsonPath.Step.Element(long position) -> position;
          case JsonPath.Step.FromEnd(long distance) -> length - distance;
          case JsonPath.Step.End _ -> length;
          case JsonPath.Step.Either(String name) ->
              name.equals("-") ? length : JsonPath.isPosition(name) ? Long.parseLong(name) : -1;
          case JsonPath.Step _ -> -1;
        };
    return index > length ? -1 : (int) index;
  }
}
