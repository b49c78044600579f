package dev.heddle.physical.kernel.json;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a JSON value as rows of a key, the value, its kind, the value again if it has no
 * parts, its number, the number of what it is within, its path and the path of what it is within.
 * Names and values are counted in the order of the text, from 0. Used once.
 */
public final class JsonWalk {
  private static final Pattern PLAIN = Pattern.compile("[A-Za-z][A-Za-z0-9_]*");

  private final boolean isDeep;
  private final List<List<@Nullable Object>> rows = new ArrayList<>();
  private @Nullable Place start;

  /** A value within the text, with its number. */
  private record Place(JsonTree value, long id, String path, String outer) {}

  private JsonWalk(boolean isDeep) {
    this.isDeep = isDeep;
  }

  /**
   * Returns the members of an object, the elements of an array, or the value itself.
   *
   * @param path of the value whose parts are asked for; null for all of it
   */
  public static List<List<@Nullable Object>> each(String json, @Nullable String path) {
    return new JsonWalk(false).rows(json, path);
  }

  /** Returns a value and all of its parts, each before its own. */
  public static List<List<@Nullable Object>> tree(String json, @Nullable String path) {
    return new JsonWalk(true).rows(json, path);
  }

  private List<List<@Nullable Object>> rows(String json, @Nullable String path) {
    JsonPath wanted = path == null ? JsonPath.ROOT : JsonPath.of(path);
    find(new Place(JsonTree.of(json), 0, "$", "$"), wanted.steps());
    Place found = start;
    if (found == null) {
      return List.of();
    }
    boolean isLeaf = found.value() instanceof JsonTree.Leaf;
    if (isDeep || isLeaf) {
      add(null, found, null);
    }
    parts(found, isDeep ? found.id() : null);
    return rows;
  }

  /** Steps down to the value of a path. */
  private void find(Place place, List<JsonPath.Step> steps) {
    if (steps.isEmpty()) {
      start = new Place(place.value(), place.id(), place.path(), place.path());
      return;
    }
    List<JsonPath.Step> rest = steps.subList(1, steps.size());
    List<Place> inside = new ArrayList<>();
    List<String> keys = inside(place, inside);
    for (int i = 0; i < inside.size(); i++) {
      boolean isWanted =
          switch (steps.getFirst()) {
            case JsonPath.Step.Member(String name) ->
                place.value() instanceof JsonTree.ObjectTree && keys.get(i).equals(name);
            case JsonPath.Step.Element(long position) ->
                place.value() instanceof JsonTree.ArrayTree && i == position;
            case JsonPath.Step.FromEnd(long distance) ->
                place.value() instanceof JsonTree.ArrayTree
                    && i == (distance == 0 ? 0 : inside.size() - distance);
            case JsonPath.Step.End _ -> false;
            case JsonPath.Step.Either(String name) -> keys.get(i).equals(name);
            case JsonPath.Step.AllMembers _,
                JsonPath.Step.AllElements _,
                JsonPath.Step.Descendants _ ->
                throw dev.heddle.physical.kernel.Failures.argument(
                    "Cannot follow a JSON path to one value: it has stars");
          };
      if (isWanted) {
        find(inside.get(i), rest);
        return;
      }
    }
  }

  /** Adds the values directly within one; returns their keys. */
  private static List<String> inside(Place place, List<Place> inside) {
    List<String> keys = new ArrayList<>();
    long id = place.id() + 1;
    switch (place.value()) {
      case JsonTree.ObjectTree(List<JsonTree.Member> members) -> {
        for (JsonTree.Member member : members) {
          String path = place.path() + "." + quoted(member.name());
          inside.add(new Place(member.value(), id + 1, path, place.path()));
          keys.add(member.name());
          id += 1 + size(member.value());
        }
      }
      case JsonTree.ArrayTree(List<JsonTree> elements) -> {
        for (int i = 0; i < elements.size(); i++) {
          String path = place.path() + "[" + i + "]";
          inside.add(new Place(elements.get(i), id, path, place.path()));
          keys.add(String.valueOf(i));
          id += size(elements.get(i));
        }
      }
      case JsonTree.Leaf _ -> {
        // Has no parts.
      }
    }
    return keys;
  }

  private static String quoted(String name) {
    return PLAIN.matcher(name).matches()
        ? name
        : '"' + name.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  /** Returns how many names and values a value is made of. */
  private static long size(JsonTree value) {
    return switch (value) {
      case JsonTree.ObjectTree(List<JsonTree.Member> members) ->
          1 + members.stream().mapToLong(member -> 1 + size(member.value())).sum();
      case JsonTree.ArrayTree(List<JsonTree> elements) ->
          1 + elements.stream().mapToLong(JsonWalk::size).sum();
      case JsonTree.Leaf _ -> 1;
    };
  }

  private void parts(Place place, @Nullable Long parent) {
    List<Place> inside = new ArrayList<>();
    List<String> keys = inside(place, inside);
    for (int i = 0; i < inside.size(); i++) {
      add(keys.get(i), inside.get(i), parent);
      if (isDeep) {
        parts(inside.get(i), inside.get(i).id());
      }
    }
  }

  private void add(@Nullable String key, Place place, @Nullable Long parent) {
    String json = place.value().json();
    boolean isAtom = place.value() instanceof JsonTree.Leaf && !place.value().equals(JsonTree.NULL);
    rows.add(
        Arrays.asList(
            key,
            json,
            place.value().type(),
            isAtom ? json : null,
            place.id(),
            parent,
            place.path(),
            place.outer()));
  }
}
