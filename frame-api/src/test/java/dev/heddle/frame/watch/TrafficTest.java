package dev.heddle.frame.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class TrafficTest {
  private static final long SECOND = 1_000_000_000;

  @Test
  void isSaidInOneLine() {
    Traffic link =
        new Traffic(
            980_000_000, 0, 245, 3, 10 * SECOND, 101e6, 15 * SECOND, 3 * SECOND, SECOND, List.of());
    assertThat(link.line())
        .isEqualTo(
            "storage: 980.0 MB read, 245 requests (3 repeated), 98.0 of 101.0 MB/s possible;"
                + " bottleneck link (waited 15.00 s, decoded 3.00 s, operators 1.00 s)");
    Traffic small =
        new Traffic(
            2_000_000, 1_000_000, 4, 0, SECOND, 0, SECOND / 10, SECOND / 5, SECOND, List.of());
    assertThat(small.line())
        .isEqualTo(
            "storage: 2.0 MB read, 1.0 MB written, 4 requests, 2.0 MB/s, the link was never full;"
                + " bottleneck operators (waited 0.10 s, decoded 0.20 s, operators 1.00 s)");
  }

  @Test
  void theRateOfAWriteIsThatOfWriting() {
    Traffic write =
        new Traffic(1_000, 8_000_000, 9, 0, 2 * SECOND, 50e6, 3 * SECOND, 0, SECOND, List.of());
    assertThat(write.line())
        .isEqualTo(
            "storage: 1.0 kB read, 8.0 MB written, 9 requests, 4.0 MB/s; bottleneck link (waited"
                + " 3.00 s, decoded 0.00 s, operators 1.00 s)");
  }

  @Test
  void aLinkThatHeldTheQueryUpIsNotSaidToHaveBeenIdle() {
    Traffic small = new Traffic(1_000, 0, 20, 0, SECOND, 0, SECOND, 0, 0, List.of());
    assertThat(small.line()).contains(" 0.0 MB/s, too little at a time to fill the link; bottle");
    Traffic best = new Traffic(99_000_000, 0, 20, 0, SECOND, 98e6, SECOND, 0, 0, List.of());
    assertThat(best.line()).contains(", 99.0 of 99.0 MB/s possible; bottleneck link");
  }

  @Test
  void fewBytesAreToldToo() {
    assertThat(new Traffic(2_345, 0, 1, 0, SECOND, 0, 0, 0, SECOND, List.of()).line())
        .startsWith("storage: 2.3 kB read, 1 request, 0.0 MB/s, ");
  }

  @Test
  void theBottleneckIsWhatTookMost() {
    assertThat(new Traffic(1, 0, 1, 0, 1, 0, 5, 3, 2, List.of()).bottleneck())
        .isEqualTo(Traffic.Bottleneck.LINK);
    assertThat(new Traffic(1, 0, 1, 0, 1, 0, 3, 5, 2, List.of()).bottleneck())
        .isEqualTo(Traffic.Bottleneck.DECODE);
    assertThat(new Traffic(1, 0, 1, 0, 1, 0, 3, 2, 5, List.of()).bottleneck())
        .isEqualTo(Traffic.Bottleneck.OPERATORS);
  }

  @Test
  void bucketsThatRefuseAreTold() {
    Traffic.Bucket limited = new Traffic.Bucket("s3a://lake", 1_204, 3, 120_400_000, 25);
    Traffic.Bucket free = new Traffic.Bucket("s3a://pond", 7, 0, 70, Double.POSITIVE_INFINITY);
    Traffic traffic =
        new Traffic(120_400_000, 0, 1_211, 3, 50 * SECOND, 0, SECOND, 0, 0, List.of(limited, free));
    assertThat(traffic.line())
        .endsWith(
            "; s3a://lake: 24.1 of 25.0 requests/s allowed, 2.408 of 2.500 MB/s, refused 3 of"
                + " 1,204");
    assertThat(free.text(SECOND))
        .isEqualTo("s3a://pond: 7.0 requests/s, not limited, refused 0 of 7");
  }
}
