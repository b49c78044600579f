package dev.heddle.engine.profile;

import dev.heddle.frame.watch.CpuProfile;
import dev.heddle.frame.watch.CpuStack;
import dev.heddle.io.codec.RecordCodec;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntUnaryOperator;

/**
 * A worker's part of a profile on its way to the client, with each name once.
 *
 * @param periodNanos CPU time that a sample represents
 * @param names of frames and activities
 * @param stacks the largest ones
 * @param unattributedNanos of samples of task threads that carry no place, and of stacks beyond
 *     {@link #MAX_STACKS}
 * @param lostNanos of samples that could not be taken
 * @param cautions what makes it less exact
 */
public record ProfileParcel(
    long periodNanos,
    List<String> names,
    List<Stack> stacks,
    long unattributedNanos,
    long lostNanos,
    List<String> cautions) {
  /** How many stacks of a job a worker sends at most. */
  public static final int MAX_STACKS = 4_000;

  private static final RecordCodec<ProfileParcel> CODEC = RecordCodec.of(ProfileParcel.class);

  /**
   * Samples with the same node and stack.
   *
   * @param node as the sender numbers them
   * @param activity the number of a name
   * @param frames numbers of names, the outermost first
   */
  public record Stack(int node, int activity, List<Integer> frames, long nanos) {
    /** Copies the list. */
    public Stack {
      frames = List.copyOf(frames);
    }
  }

  /** Copies the lists. */
  public ProfileParcel {
    names = List.copyOf(names);
    stacks = List.copyOf(stacks);
    cautions = List.copyOf(cautions);
  }

  /** Returns the bytes of a profile. */
  public static byte[] encode(CpuProfile profile) {
    CpuProfile bounded = profile.atMost(MAX_STACKS);
    Map<String, Integer> names = new LinkedHashMap<>();
    List<Stack> stacks = new ArrayList<>();
    for (CpuStack stack : bounded.stacks()) {
      stacks.add(
          new Stack(
              stack.node(),
              number(names, stack.activity()),
              stack.frames().stream().map(frame -> number(names, frame)).toList(),
              stack.time().toNanos()));
    }
    return CODEC.encode(
        new ProfileParcel(
            bounded.period().toNanos(),
            List.copyOf(names.keySet()),
            stacks,
            bounded.unattributed().toNanos(),
            bounded.lost().toNanos(),
            bounded.cautions()));
  }

  private static int number(Map<String, Integer> names, String name) {
    Integer known = names.get(name);
    if (known == null) {
      known = names.size();
      names.put(name, known);
    }
    return known;
  }

  /**
   * Returns the profile of bytes.
   *
   * @param process the name of the process that has sampled
   * @param nodes returns the number in the query of a number of the sender
   */
  public static CpuProfile decode(byte[] bytes, String process, IntUnaryOperator nodes) {
    ProfileParcel parcel = CODEC.decode(bytes);
    List<CpuStack> stacks = new ArrayList<>();
    for (Stack stack : parcel.stacks) {
      stacks.add(
          new CpuStack(
              stack.node == CpuStack.NO_NODE ? stack.node : nodes.applyAsInt(stack.node),
              parcel.names.get(stack.activity),
              process,
              stack.frames.stream().map(parcel.names::get).toList(),
              Duration.ofNanos(stack.nanos)));
    }
    return new CpuProfile(
        Duration.ofNanos(parcel.periodNanos),
        stacks,
        Duration.ofNanos(parcel.unattributedNanos),
        Duration.ofNanos(parcel.lostNanos),
        parcel.cautions);
  }
}
