package dev.heddle.build;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What of a jar an installation keeps. */
class DistributionTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        "dev/heddle/frame/Session.class",
        "linux/amd64/libzstd-jni-1.5.7-28.so",
        "linux/aarch64/libzstd-jni-1.5.7-28.so",
        "darwin/aarch64/libzstd-jni-1.5.7-28.dylib",
        "win/amd64/libzstd-jni-1.5.7-28.dll",
        "org/xerial/snappy/native/Mac/x86_64/libsnappyjava.dylib",
        "org/xerial/snappy/native/Linux/x86_64-musl/libsnappyjava.so",
        "org/xerial/snappy/native/Windows/aarch64/snappyjava.dll",
        "net/jpountz/util/windows/amd64/liblz4-java.dll",
        "org/jline/nativ/Linux-musl/arm64/libjlinenative.so",
        "org/jline/nativ/Mac/arm64/libjlinenative.jnilib"
      })
  void keepsWhatRunsOnItsPlatforms(String entry) {
    assertThat(Distribution.isWanted(entry)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "aix/ppc64/libzstd-jni-1.5.7-28.so",
        "freebsd/amd64/libzstd-jni-1.5.7-28.so",
        "linux/i386/libzstd-jni-1.5.7-28.so",
        "linux/s390x/libzstd-jni-1.5.7-28.so",
        "org/xerial/snappy/native/AIX/ppc/libsnappyjava.a",
        "org/xerial/snappy/native/Linux/android-aarch64/libsnappyjava.so",
        "org/xerial/snappy/native/SunOS/x86_64/libsnappyjava.so",
        "org/jline/nativ/Linux/armv7/libjlinenative.so"
      })
  void leavesOutOtherNativeLibraries(String entry) {
    assertThat(Distribution.isWanted(entry)).isFalse();
  }
}
