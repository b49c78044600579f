package dev.heddle.physical.kernel.json;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Makes JSON values of whole others. Stateless. */
public final class JsonMerges {
  private static final Comparator<JsonTree.Member> BY_NAME =
      (a, b) -> compareCodes(a.name(), b.name());

  private static final JsonTree EMPTY = new JsonTree.ObjectTree(List.of());

  private JsonMerges() {}

  /** Orders texts as their bytes in UTF-8: by code points, which UTF-16 does not. */
  private static int compareCodes(String left, String right) {
    int at = 0;
    while (at < left.length() && at < right.length() && left.charAt(at) == right.charAt(at)) {
      at++;
    }
    if (at == left.length() || at == right.length()) {
      return Integer.compare(left.length(), right.length());
    }
    char a = left.charAt(at);
    char b = right.charAt(at);
    return Character.isSurrogate(a) == Character.isSurrogate(b)
        ? Character.compare(a, b)
        : Character.isSurrogate(a) ? 1 : -1;
  }

  /** Returns a value with the members of all objects in order of their names. */
  public static JsonTree normalized(JsonTree value) {
    return switch (value) {
      case JsonTree.ObjectTree(List<JsonTree.Member> members) ->
          new JsonTree.ObjectTree(
              members.stream()
                  .map(each -> new JsonTree.Member(each.name(), normalized(each.value())))
                  .sorted(BY_NAME)
                  .toList());
      case JsonTree.ArrayTree(List<JsonTree> elements) ->
          new JsonTree.ArrayTree(elements.stream().map(JsonMerges::normalized).toList());
      case JsonTree.Leaf leaf -> leaf;
    };
  }

  /** Returns a value whose objects have no members that are null; elements may be. */
  public static JsonTree withoutNulls(JsonTree value) {
    return switch (value) {
      case JsonTree.ObjectTree(List<JsonTree.Member> members) ->
          new JsonTree.ObjectTree(
              members.stream()
                  .filter(each -> !each.value().equals(JsonTree.NULL))
                  .map(each -> new JsonTree.Member(each.name(), withoutNulls(each.value())))
                  .toList());
      case JsonTree.ArrayTree(List<JsonTree> elements) ->
          new JsonTree.ArrayTree(elements.stream().map(JsonMerges::withoutNulls).toList());
      case JsonTree.Leaf leaf -> leaf;
    };
  }

  /**
   * Returns two values as one: of two objects all members, of those with one name both as one, and
   * otherwise the second value unless it is null. Members of the first that stay come first.
   */
  public static JsonTree merged(JsonTree first, JsonTree second) {
    if (!(first instanceof JsonTree.ObjectTree before)
        || !(second instanceof JsonTree.ObjectTree after)) {
      return second.equals(JsonTree.NULL) ? first : second;
    }
    List<JsonTree.Member> members = new ArrayList<>();
    for (JsonTree.Member member : before.members()) {
      JsonTree other = after.value(member.name());
      if (other == null || other.equals(JsonTree.NULL)) {
        members.add(member);
      }
    }
    for (JsonTree.Member member : after.members()) {
      if (!member.value().equals(JsonTree.NULL)) {
        JsonTree other = before.value(member.name());
        members.add(
            new JsonTree.Member(
                member.name(), other == null ? member.value() : merged(other, member.value())));
      }
    }
    return new JsonTree.ObjectTree(members);
  }

  /**
   * Returns the patch by RFC 7396 that makes a value another one: null for members that go away,
   * then those that are new or other. Of what is no object it is the other value.
   */
  public static JsonTree difference(JsonTree before, JsonTree after) {
    JsonTree difference = changed(before, after);
    return difference != null ? difference : after instanceof JsonTree.ObjectTree ? EMPTY : after;
  }

  /** Returns null if the values are the same. */
  private static @Nullable JsonTree changed(JsonTree before, JsonTree after) {
    if (!(before instanceof JsonTree.ObjectTree old)
        || !(after instanceof JsonTree.ObjectTree now)) {
      return isSame(before, after) ? null : after;
    }
    List<JsonTree.Member> members = new ArrayList<>();
    for (JsonTree.Member member : old.members()) {
      if (now.value(member.name()) == null) {
        members.add(new JsonTree.Member(member.name(), JsonTree.NULL));
      }
    }
    for (JsonTree.Member member : now.members()) {
      JsonTree other = old.value(member.name());
      JsonTree difference = other == null ? member.value() : changed(other, member.value());
      if (difference != null) {
        members.add(new JsonTree.Member(member.name(), difference));
      }
    }
    return members.isEmpty() ? null : new JsonTree.ObjectTree(members);
  }

  /** Returns whether two values are the same whatever the order of the members of objects. */
  private static boolean isSame(JsonTree left, JsonTree right) {
    return switch (left) {
      case JsonTree.ObjectTree(List<JsonTree.Member> members) ->
          right instanceof JsonTree.ObjectTree other
              && members.size() == other.members().size()
              && members.stream()
                  .allMatch(
                      member -> {
                        JsonTree value = other.value(member.name());
                        return value != null && isSame(member.value(), value);
                      });
      case JsonTree.ArrayTree(List<JsonTree> elements) -> {
        if (!(right instanceof JsonTree.ArrayTree(List<JsonTree> others))
            || elements.size() != others.size()) {
          yield false;
        }
        boolean same = true;
        for (int i = 0; same && i < elements.size(); i++) {
          same = isSame(elements.get(i), others.get(i));
        }
        yield same;
      }
      case JsonTree.Leaf leaf -> leaf.equals(right);
    };
  }
}
