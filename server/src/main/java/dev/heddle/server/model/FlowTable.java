package dev.heddle.server.model;

import dev.heddle.engine.cluster.coordinator.ClusterEvent;
import dev.heddle.engine.cluster.protocol.FetchedBytes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Counts who has read how many bytes of exchanges from whom, as readers say. Thread-safe. */
final class FlowTable {
  private static final int MAX_MEMBERS = 2_000; // more are left out

  private final Map<Integer, String> names = new HashMap<>(); // of servers; guarded by this
  private final Map<String, Integer> numbers = new HashMap<>(); // guarded by this
  private final Map<Integer, long[]> read =
      new HashMap<>(); // from whom, by reader; guarded by this

  /** Takes what a process says. */
  synchronized void add(ClusterEvent.Sampled event) {
    names.put(event.server(), event.name());
    int reader = number(event.name());
    for (FetchedBytes each : event.sample().fetched()) {
      int source = number(names.getOrDefault(each.server(), "server " + each.server()));
      if (reader >= 0 && source >= 0) {
        long[] row = read.computeIfAbsent(reader, _ -> new long[16]);
        if (row.length <= source) {
          row = Arrays.copyOf(row, Math.max(source + 1, row.length * 2));
          read.put(reader, row);
        }
        row[source] += each.bytes();
      }
    }
  }

  private int number(String name) {
    Integer known = numbers.get(name);
    if (known == null) {
      known = numbers.size() < MAX_MEMBERS ? numbers.size() : -1;
      if (known >= 0) {
        numbers.put(name, known);
      }
    }
    return known;
  }

  /** Returns them; of more than a number neighbours are put together. */
  synchronized ByteFlows flows(int max) {
    long[] given = new long[numbers.size()];
    for (long[] row : read.values()) {
      for (int i = 0; i < Math.min(row.length, given.length); i++) {
        given[i] += row[i];
      }
    }
    List<String> sources = new ArrayList<>();
    List<String> readers = new ArrayList<>();
    numbers.forEach(
        (name, number) -> {
          if (given[number] > 0) {
            sources.add(name);
          }
          if (read.containsKey(number)) {
            readers.add(name);
          }
        });
    List<List<String>> from = groups(sources, max);
    List<List<String>> to = groups(readers, max);
    int[] groupOf = new int[numbers.size()];
    Arrays.fill(groupOf, -1);
    for (int group = 0; group < from.size(); group++) {
      for (String name : from.get(group)) {
        groupOf[numbers.get(name)] = group;
      }
    }
    long[][] bytes = new long[from.size()][to.size()];
    for (int group = 0; group < to.size(); group++) {
      for (String name : to.get(group)) {
        long[] row = read.get(numbers.get(name));
        for (int i = 0; i < Math.min(row.length, groupOf.length); i++) {
          if (groupOf[i] >= 0) {
            bytes[groupOf[i]][group] += row[i];
          }
        }
      }
    }
    return new ByteFlows(
        from.stream().map(MemberNames::of).toList(),
        to.stream().map(MemberNames::of).toList(),
        List.of(bytes));
  }

  private static List<List<String>> groups(List<String> names, int max) {
    names.sort(MemberNames.ORDER);
    int each = Math.max(1, (names.size() + max - 1) / max);
    List<List<String>> groups = new ArrayList<>();
    for (int from = 0; from < names.size(); from += each) {
      groups.add(names.subList(from, Math.min(names.size(), from + each)));
    }
    return groups;
  }
}
