// Teaches a net, a struct of nothing but floats, by Adam, and prints it.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdio>
#include <span>
#include <string>
#include <vector>

namespace wyrmhall::rules {

template <class Net>
std::span<float> numbers_of(Net& net) {
  static_assert(sizeof(Net) % sizeof(float) == 0);
  return {reinterpret_cast<float*>(&net), sizeof(Net) / sizeof(float)};
}

// As the table `kNumbers` of a source file, in thousandths.
template <class Net>
void print_numbers(Net& net) {
  constexpr std::size_t kColumns = 118;
  std::printf("// In thousandths.\nconstexpr auto kNumbers = std::to_array<std::int16_t>({\n");
  std::string line;
  for (const float number : numbers_of(net)) {
    const std::string text = std::to_string(std::clamp(std::lround(number * 1000), -32767L, 32767L)) + ",";
    if (line.size() + text.size() > kColumns) {
      std::printf("   %s\n", line.c_str());
      line.clear();
    }
    line += " " + text;
  }
  std::printf("   %s\n});\n", line.c_str());
}

template <class Net>
class Adam {
 public:
  explicit Adam(Net& net) : net_(net) {}

  // One step down the slopes, which are sums over `batch` examples.
  void step(Net& slopes, std::size_t batch, float rate) {
    ++steps_;
    const float first = 1 - std::pow(1 - kMeanDecay, steps_);
    const float second = 1 - std::pow(1 - kSquareDecay, steps_);
    const auto numbers = numbers_of(net_);
    const auto sums = numbers_of(slopes);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      const float slope = sums[i] / static_cast<float>(batch);
      means_[i] += kMeanDecay * (slope - means_[i]);
      squares_[i] += kSquareDecay * ((slope * slope) - squares_[i]);
      numbers[i] -= rate * (means_[i] / first) / (std::sqrt(squares_[i] / second) + 1e-7F);
    }
  }

 private:
  static constexpr float kMeanDecay = 0.1F;
  static constexpr float kSquareDecay = 0.001F;

  Net& net_;
  std::vector<float> means_ = std::vector<float>(sizeof(Net) / sizeof(float));
  std::vector<float> squares_ = std::vector<float>(sizeof(Net) / sizeof(float));
  float steps_ = 0;
};

}  // namespace wyrmhall::rules
