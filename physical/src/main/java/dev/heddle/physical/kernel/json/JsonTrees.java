package dev.heddle.physical.kernel.json;

import com.fasterxml.jackson.core.JsonToken;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** What JSON values contain, what they are together, and what they are made of. Stateless. */
public final class JsonTrees {
  private static final JsonTree.ObjectTree EMPTY = new JsonTree.ObjectTree(List.of());
  private static final List<String> NUMBERS = List.of("UBIGINT", "BIGINT", "HUGEINT", "DOUBLE");

  private JsonTrees() {}

  /**
   * Returns whether a value is within another one: an object in one that has its members, an array
   * in one that has its elements, in any order, and anything within a member or element.
   */
  public static boolean contains(JsonTree whole, JsonTree part) {
    if (covers(whole, part)) {
      return true;
    }
    return switch (whole) {
      case JsonTree.ObjectTree(List<JsonTree.Member> members) ->
          members.stream().anyMatch(member -> contains(member.value(), part));
      case JsonTree.ArrayTree(List<JsonTree> elements) ->
          elements.stream().anyMatch(element -> contains(element, part));
      case JsonTree.Leaf _ -> false;
    };
  }

  private static boolean covers(JsonTree whole, JsonTree part) {
    return switch (part) {
      case JsonTree.ObjectTree(List<JsonTree.Member> members) ->
          whole instanceof JsonTree.ObjectTree all
              && members.stream()
                  .allMatch(
                      member -> {
                        JsonTree value = all.value(member.name());
                        return value != null && covers(value, member.value());
                      });
      case JsonTree.ArrayTree(List<JsonTree> elements) ->
          whole instanceof JsonTree.ArrayTree(List<JsonTree> all)
              && elements.stream()
                  .allMatch(element -> all.stream().anyMatch(value -> covers(value, element)));
      case JsonTree.Leaf leaf -> leaf.equals(whole);
    };
  }

  /**
   * Returns a value changed by a patch (RFC 7396): members of an object that the patch has become
   * its, those of null are left out; what is no object replaces the value. A patch of what is no
   * object replaces it as it is, with its nulls.
   */
  public static JsonTree patched(JsonTree value, JsonTree patch) {
    return value instanceof JsonTree.ObjectTree object
            && patch instanceof JsonTree.ObjectTree changes
        ? changed(object, changes)
        : patch;
  }

  private static JsonTree changed(JsonTree.ObjectTree object, JsonTree.ObjectTree changes) {
    List<JsonTree.Member> members = new ArrayList<>();
    for (JsonTree.Member member : object.members()) {
      if (changes.value(member.name()) == null) {
        members.add(member);
      }
    }
    for (JsonTree.Member change : changes.members()) {
      if (change.value() instanceof JsonTree.ObjectTree inner) {
        JsonTree.ObjectTree before =
            object.value(change.name()) instanceof JsonTree.ObjectTree own ? own : EMPTY;
        members.add(new JsonTree.Member(change.name(), changed(before, inner)));
      } else if (!change.value().equals(JsonTree.NULL)) {
        members.add(change);
      }
    }
    return new JsonTree.ObjectTree(members);
  }

  /** Returns the names of the types of a value and its parts, in its form. */
  public static JsonTree structure(JsonTree value) {
    return named(raw(value));
  }

  /** Names objects without members, which until then take those of others. */
  private static JsonTree named(JsonTree structure) {
    return switch (structure) {
      case JsonTree.ObjectTree(List<JsonTree.Member> members) ->
          members.isEmpty()
              ? name("JSON")
              : new JsonTree.ObjectTree(
                  members.stream()
                      .map(each -> new JsonTree.Member(each.name(), named(each.value())))
                      .toList());
      case JsonTree.ArrayTree(List<JsonTree> elements) ->
          new JsonTree.ArrayTree(List.of(named(elements.getFirst())));
      case JsonTree.Leaf leaf -> leaf;
    };
  }

  private static JsonTree raw(JsonTree value) {
    return switch (value) {
      case JsonTree.ObjectTree(List<JsonTree.Member> members) -> {
        Map<String, JsonTree> ofNames = new LinkedHashMap<>();
        for (JsonTree.Member member : members) {
          ofNames.merge(member.name(), raw(member.value()), JsonTrees::together);
        }
        yield new JsonTree.ObjectTree(
            ofNames.entrySet().stream()
                .map(each -> new JsonTree.Member(each.getKey(), each.getValue()))
                .toList());
      }
      case JsonTree.ArrayTree(List<JsonTree> elements) -> {
        JsonTree all = name("NULL");
        for (JsonTree element : elements) {
          all = together(all, raw(element));
        }
        yield new JsonTree.ArrayTree(List.of(all));
      }
      case JsonTree.Leaf leaf -> name(leaf.type());
    };
  }

  private static JsonTree name(String type) {
    return new JsonTree.Leaf(JsonToken.VALUE_STRING, type);
  }

  /** The structure of what is of either of two. */
  private static JsonTree together(JsonTree left, JsonTree right) {
    if (left.equals(right) || right.equals(name("NULL"))) {
      return left;
    }
    if (left.equals(name("NULL"))) {
      return right;
    }
    if (left instanceof JsonTree.ArrayTree(List<JsonTree> mine)
        && right instanceof JsonTree.ArrayTree(List<JsonTree> others)) {
      return new JsonTree.ArrayTree(List.of(together(mine.getFirst(), others.getFirst())));
    }
    if (left instanceof JsonTree.ObjectTree mine && right instanceof JsonTree.ObjectTree others) {
      List<JsonTree.Member> members = new ArrayList<>();
      for (JsonTree.Member member : mine.members()) {
        JsonTree other = others.value(member.name());
        members.add(
            new JsonTree.Member(
                member.name(), other == null ? member.value() : together(member.value(), other)));
      }
      for (JsonTree.Member member : others.members()) {
        if (mine.value(member.name()) == null) {
          members.add(member);
        }
      }
      return new JsonTree.ObjectTree(members);
    }
    boolean areNumbers =
        left instanceof JsonTree.Leaf(_, String mine)
            && right instanceof JsonTree.Leaf(_, String other)
            && NUMBERS.contains(mine)
            && NUMBERS.contains(other);
    boolean isReal = left.equals(name("DOUBLE")) || right.equals(name("DOUBLE"));
    return name(!areNumbers ? "JSON" : isReal ? "DOUBLE" : "HUGEINT");
  }

  /** Returns the type of a value as Spark writes it: {@code STRUCT<a: BIGINT>}. */
  public static String schema(JsonTree value) {
    return written(structure(value));
  }

  private static String written(JsonTree structure) {
    return switch (structure) {
      case JsonTree.ObjectTree(List<JsonTree.Member> members) ->
          members.stream()
              .map(member -> member.name() + ": " + written(member.value()))
              .collect(Collectors.joining(", ", "STRUCT<", ">"));
      case JsonTree.ArrayTree(List<JsonTree> elements) ->
          "ARRAY<" + written(elements.getFirst()) + ">";
      case JsonTree.Leaf leaf ->
          switch (leaf.text()) {
            case "UBIGINT", "BIGINT" -> "BIGINT";
            case "HUGEINT" -> "DECIMAL(38,0)";
            case "DOUBLE", "BOOLEAN" -> leaf.text();
            default -> "STRING";
          };
    };
  }

  /** Returns the names of an object's members as a list of texts; null of what is no object. */
  public static @Nullable List<String> names(JsonTree value) {
    return value instanceof JsonTree.ObjectTree(List<JsonTree.Member> members)
        ? members.stream().map(JsonTree.Member::name).toList()
        : null;
  }
}
